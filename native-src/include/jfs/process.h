/* What the kernel knows about this process. */
#ifndef JFS_PROCESS_H
#define JFS_PROCESS_H

#include <stdint.h>

/*
 * The CPU time that all threads of this process have used since it started, user and system, in
 * nanoseconds; the resolution is the scheduler's, not the clock tick's (clock_gettime(2),
 * CLOCK_PROCESS_CPUTIME_ID). Any thread may call it.
 *
 * Returns 0, or an errno value and leaves *out alone.
 */
int jfs_process_cpu_nanos(int64_t *out);

#endif
