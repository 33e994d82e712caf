#include "jfs/process.h"

#include <errno.h>
#include <time.h>

#define NANOS_PER_SECOND INT64_C(1000000000)

int jfs_process_cpu_nanos(int64_t *out)
{
	struct timespec used;

	if (out == NULL)
		return EINVAL;
	if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0)
		return errno;
	*out = (int64_t)used.tv_sec * NANOS_PER_SECOND + (int64_t)used.tv_nsec;
	return 0;
}
