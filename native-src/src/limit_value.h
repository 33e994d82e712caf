/* Inside the library: converts the kernel's limits to JFS's. */
#ifndef JFS_LIMIT_VALUE_H
#define JFS_LIMIT_VALUE_H

#include <stdint.h>
#include <sys/resource.h>

#include "jfs/limits.h"

/* No limit is JFS_UNLIMITED; what does not fit (2^63 and more is as good as no limit) is capped. */
static inline int64_t jfs_limit_value(rlim_t limit)
{
	if (limit == RLIM_INFINITY)
		return JFS_UNLIMITED;
	if (limit > (rlim_t)INT64_MAX)
		return INT64_MAX;
	return (int64_t)limit;
}

#endif
