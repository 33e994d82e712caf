/* One byte on a socket, for a reader that sleeps there (send(2)). */
#ifndef JFS_DOORBELL_H
#define JFS_DOORBELL_H

/*
 * Sends one byte of 0 if the socket takes it at once; never blocks and raises no signal.
 *
 * Returns 0, EAGAIN if there is no room, or another errno value.
 */
int jfs_doorbell_ring(int descriptor);

#endif
