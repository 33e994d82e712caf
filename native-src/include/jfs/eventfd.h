/*
 * Eventfds that processes share (eventfd(2)). A thread sleeps in epoll_wait(2) with its own one in
 * the set, edge-triggered; threads of any process that was sent the descriptor wake it. The thread
 * does not read it: each signal wakes anew, and the counter takes 2^64-2 of them.
 */
#ifndef JFS_EVENTFD_H
#define JFS_EVENTFD_H

/*
 * Makes an eventfd that does not block.
 *
 * Returns 0 and a close-on-exec descriptor, the caller's to close, in *out_descriptor; or an errno
 * value (EMFILE, ENFILE, ENOMEM) and leaves *out_descriptor alone.
 */
int jfs_eventfd_create(int *out_descriptor);

/*
 * Adds 1 to an eventfd that was made or checked by the functions here; to one whose counter is at
 * its maximum, which only a hostile process brings about, after it has set that to 0. Does not
 * block, and raises no signal.
 *
 * Returns 0 or an errno value; EAGAIN: another process has filled it again at once.
 */
int jfs_eventfd_signal(int descriptor);

/*
 * Checks that a descriptor from another process is an eventfd that does not block, as
 * jfs_eventfd_create() makes it, so that jfs_eventfd_signal() has no effect but a wake-up. It may
 * be a semaphore (EFD_SEMAPHORE): that matters to readers alone. The other process can still make
 * it block later, for both share the flag.
 *
 * Returns 0, or EINVAL (another kind of file, or it blocks), EBADF, or another errno value: that of
 * readlink(2) if this process has no /proc.
 */
int jfs_eventfd_check(int descriptor);

#endif
