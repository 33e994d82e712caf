#include "jfs/futex.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NANOSECONDS INT64_C(1000000000)

/* The system call takes longs, independent of the C library's struct timespec. */
struct kernel_timespec {
	long seconds;
	long nanoseconds;
};

int jfs_futex_wait(const int32_t *word, int32_t expected, int64_t timeout_ns)
{
	struct kernel_timespec limit, *timeout = NULL;

	if (timeout_ns > 0) {
		int64_t seconds = timeout_ns / NANOSECONDS;

		/* 68 years; a long may hold no more. */
		limit.seconds = (long)(seconds < INT32_MAX ? seconds : INT32_MAX);
		limit.nanoseconds = (long)(timeout_ns % NANOSECONDS);
		timeout = &limit;
	}
	/* Not FUTEX_WAIT_PRIVATE: the waker may be another process. */
	if (syscall(SYS_futex, word, FUTEX_WAIT, expected, timeout, NULL, 0) == 0)
		return 0;
	return errno == EAGAIN || errno == EINTR ? 0 : errno;
}

int jfs_futex_wake(const int32_t *word, int how_many, int *out_woken)
{
	long woken;

	/* The kernel takes 0 and less for 1. */
	if (how_many < 1 || out_woken == NULL)
		return EINVAL;
	woken = syscall(SYS_futex, word, FUTEX_WAKE, how_many, NULL, NULL, 0);
	if (woken < 0)
		return errno;
	*out_woken = (int)woken;
	return 0;
}
