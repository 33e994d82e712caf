/*
 * What the kernel knows about TCP sockets of this process and of others on this host
 * (sock_diag(7)).
 */
#ifndef JFS_DIAGNOSIS_H
#define JFS_DIAGNOSIS_H

#include <stdint.h>
#include <sys/types.h>

/*
 * The state of a TCP socket of this process, as the kernel numbers them (tcp(7), TCP_INFO):
 * 1 is ESTABLISHED; see jfs_tcp_is_connected().
 *
 * Returns 0, or an errno value (not a TCP socket: EOPNOTSUPP and others) and leaves *out alone.
 */
int jfs_tcp_state(int socket, int *out);

/* Whether a socket in this state has a peer, and its own end is not closed. */
int jfs_tcp_is_connected(int state);

/*
 * Whether the kernel has ended the connection of a socket of this process, after a reset, after
 * keep-alive probes or bytes that the peer's kernel has not acknowledged, or after both ends closed
 * in order. A socket that is no TCP socket has no connection that could end.
 */
int jfs_tcp_is_over(int socket);

/*
 * Takes the error that the kernel keeps for the next thread that uses a socket (socket(7),
 * SO_ERROR), 0 if there is none: no thread gets it after that.
 *
 * Returns 0, or an errno value and leaves *out alone.
 */
int jfs_socket_take_error(int socket, int *out);

/*
 * The number that the kernel gives to this socket and to no other as long as it runs (SO_COOKIE);
 * above 0.
 *
 * Returns 0, or an errno value and leaves *out alone.
 */
int jfs_socket_cookie(int socket, int64_t *out);

/* The addresses of a TCP connection, as seen from one end of it. */
struct jfs_tcp_tuple {
	uint8_t local[16];		/* in network order */
	uint8_t remote[16];
	int address_length;		/* of both: 4 or 16 bytes */
	uint16_t local_port;		/* in this machine's order */
	uint16_t remote_port;
	uint32_t interface;		/* its index, if the addresses are link-local; or 0 */
};

/* A TCP socket of any process. */
struct jfs_tcp_socket {
	int64_t cookie;			/* as from jfs_socket_cookie() */
	uid_t uid;			/* its owner; 0 too if it is closed (TIME-WAIT) */
	int state;			/* as from jfs_tcp_state() */
};

/*
 * Looks in this network namespace for the socket at the local end of a connection: it is there from
 * before accept(2) until the kernel has forgotten the connection. An IPv4 address may also be
 * written as IPv6 (::ffff:a.b.c.d). Returns within some 100 milliseconds; usually 10 microseconds.
 *
 * Returns 0, or an errno value (ENOENT: there is none; EOPNOTSUPP: the kernel has no such diagnosis)
 * and leaves *out alone.
 */
int jfs_tcp_find(const struct jfs_tcp_tuple *tuple, struct jfs_tcp_socket *out);

#endif
