/* Wakes threads that sleep in a socket: the peer's reader by a byte, or this end's own threads. */
#ifndef JFS_DOORBELL_H
#define JFS_DOORBELL_H

/*
 * Sends one byte of 0, a doorbell, if the socket takes it at once; never blocks and raises no
 * signal.
 *
 * Returns 0, EAGAIN if there is no room, or another errno value.
 */
int jfs_doorbell_ring(int descriptor);

/*
 * Wakes this end's own readers, which see the end of the TCP socket from now on, and makes a write
 * fail when the peer takes none of its bytes for timeout_millis, above 0. Sends nothing; bytes that
 * were received can still be read.
 *
 * Returns 0 or an errno value, ENOTCONN if the connection is over anyhow.
 */
int jfs_doorbell_hang_up(int descriptor, unsigned int timeout_millis);

#endif
