/* A descriptor of one's own for a socket, and one byte through it (dup(2), send(2)). */
#ifndef JFS_DOORBELL_H
#define JFS_DOORBELL_H

/*
 * Another descriptor for the same socket, close-on-exec, the caller's to close: while it is open the
 * number means that socket, whoever closes the first one.
 *
 * Returns 0, or an errno value and leaves *out_descriptor alone.
 */
int jfs_doorbell_open(int socket, int *out_descriptor);

/*
 * Sends one byte of 0 if the socket takes it at once; never blocks and raises no signal.
 *
 * Returns 0, EAGAIN if there is no room, or another errno value.
 */
int jfs_doorbell_ring(int descriptor);

#endif
