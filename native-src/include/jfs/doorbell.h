/* Wakes who sleeps in a socket: the peer's reader by a byte, or one's own threads. */
#ifndef JFS_DOORBELL_H
#define JFS_DOORBELL_H

/*
 * Sends one byte of 0 if the socket takes it at once; never blocks and raises no signal.
 *
 * Returns 0, EAGAIN if there is no room, or another errno value.
 */
int jfs_doorbell_ring(int descriptor);

/*
 * Wakes this end's own readers, to whom the TCP socket has ended from now on, and has writers fail
 * whom the peer takes nothing of for so long, in milliseconds above 0. Sends nothing; what has been
 * received can still be read.
 *
 * Returns 0 or an errno value, ENOTCONN if the connection is over anyhow.
 */
int jfs_doorbell_hang_up(int descriptor, unsigned int timeout_millis);

#endif
