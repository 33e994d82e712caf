/* Sleeping on a word of memory that processes share (futex(2)). */
#ifndef JFS_FUTEX_H
#define JFS_FUTEX_H

#include <stdint.h>

/*
 * Sleeps while *word is expected, until jfs_futex_wake() on the same memory, in any process and at
 * any address there, or until timeout_ns nanoseconds have passed; 0 or less: no timeout. A signal
 * ends the sleep too, so the caller checks the word again.
 *
 * Returns 0 (woken, the word is another, or a signal came), ETIMEDOUT, or another errno value
 * (EFAULT: no memory there; EINVAL: not a multiple of 4). Any thread may call it.
 */
int jfs_futex_wait(const int32_t *word, int32_t expected, int64_t timeout_ns);

/*
 * Wakes up to how_many (1 or more) of the threads that sleep on the word.
 *
 * Returns 0 and how many in *out_woken, or an errno value and leaves *out_woken alone.
 */
int jfs_futex_wake(const int32_t *word, int how_many, int *out_woken);

#endif
