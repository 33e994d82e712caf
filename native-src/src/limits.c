#include "jfs/limits.h"

#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>

#include "limit_value.h"

int jfs_resource_limit(int resource, struct jfs_limit *out)
{
	struct rlimit limit;
	int failed;

	if (out == NULL)
		return EINVAL;
	switch (resource) {
	case JFS_RESOURCE_OPEN_FILES:
		failed = getrlimit(RLIMIT_NOFILE, &limit);
		break;
	case JFS_RESOURCE_LOCKED_MEMORY:
		failed = getrlimit(RLIMIT_MEMLOCK, &limit);
		break;
	default:
		return EINVAL;
	}
	if (failed)
		return errno;
	out->soft = jfs_limit_value(limit.rlim_cur);
	out->hard = jfs_limit_value(limit.rlim_max);
	return 0;
}
