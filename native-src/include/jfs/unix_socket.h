/*
 * What Java's AF_UNIX stream sockets lack: passing descriptors, and the peer's process (unix(7)).
 */
#ifndef JFS_UNIX_SOCKET_H
#define JFS_UNIX_SOCKET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Sends bytes (1 or more), and with the first of them a descriptor, which stays the caller's too.
 * Never waits.
 *
 * Returns 0 and how many bytes the socket took, 1 or more, in *out_sent: the descriptor is then on
 * its way, and the other bytes are to be sent without one. Or an errno value (EAGAIN: no room now;
 * EPROTOTYPE: not an AF_UNIX stream socket), with nothing sent, and leaves *out_sent alone.
 */
int jfs_unix_send(int socket, const void *bytes, size_t length, int descriptor, size_t *out_sent);

/* In the place of a descriptor: one came for which this process had no room. */
#define JFS_UNIX_LOST (-2)

/*
 * Receives up to length bytes (1 or more) and the descriptor that came with one of them, if any.
 * Never waits.
 *
 * Returns 0, how many bytes there were, 0 at the end of the stream, in *out_received, and in
 * *out_descriptor a close-on-exec descriptor, the caller's to close, or -1, or JFS_UNIX_LOST: one
 * came, or more, and the kernel closed all, because this process may have no more descriptors. Or
 * an errno value (EAGAIN: nothing there now; EPROTOTYPE as above) and leaves both alone. EPROTO:
 * more came than one descriptor; all are closed, the bytes are lost, and the socket is to be
 * closed.
 */
int jfs_unix_receive(int socket, void *bytes, size_t length, size_t *out_received,
		     int *out_descriptor);

/* The process that connected, or made the listening socket, as it was then. */
struct jfs_peer {
	uid_t uid;	/* its effective user, as seen from here */
	pid_t pid;	/* 0 where it cannot be seen from here, in another PID namespace */
};

/*
 * The process at the other end of a connected AF_UNIX stream socket.
 *
 * Returns 0, or an errno value (ENOTCONN; EPROTOTYPE as above) and leaves *out alone.
 */
int jfs_unix_peer(int socket, struct jfs_peer *out);

#endif
