#include "jfs/limits.h"

#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>

#include "check.h"
#include "limit_value.h"

#define UNTOUCHED INT64_C(-4711)

static void reports_what_was_set(int resource, int kernels, rlim_t soft)
{
	struct jfs_limit limit = {UNTOUCHED, UNTOUCHED};
	struct rlimit saved, lowered;

	CHECK(getrlimit(kernels, &saved) == 0);
	lowered = saved;
	lowered.rlim_cur = soft;
	CHECK(setrlimit(kernels, &lowered) == 0);
	CHECK(jfs_resource_limit(resource, &limit) == 0);
	CHECK(limit.soft == (int64_t)soft);
	CHECK(limit.hard == jfs_limit_value(saved.rlim_max));
	CHECK(setrlimit(kernels, &saved) == 0);
}

static void refuses_an_unknown_resource(int resource)
{
	struct jfs_limit limit = {UNTOUCHED, UNTOUCHED};

	CHECK(jfs_resource_limit(resource, &limit) == EINVAL);
	CHECK(limit.soft == UNTOUCHED);
	CHECK(limit.hard == UNTOUCHED);
}

static void refuses_nowhere_to_write(void)
{
	CHECK(jfs_resource_limit(JFS_RESOURCE_OPEN_FILES, NULL) == EINVAL);
}

static void converts_the_ends_of_the_range(void)
{
	CHECK(jfs_limit_value(0) == 0);
	CHECK(jfs_limit_value((rlim_t)INT64_MAX) == INT64_MAX);
	CHECK(jfs_limit_value((rlim_t)INT64_MAX + 1) == INT64_MAX);
	CHECK(jfs_limit_value(RLIM_INFINITY - 1) == INT64_MAX);
	CHECK(jfs_limit_value(RLIM_INFINITY) == JFS_UNLIMITED);
}

int main(void)
{
	reports_what_was_set(JFS_RESOURCE_OPEN_FILES, RLIMIT_NOFILE, 61);
	/* Four pages: also an unprivileged user's limit can be lowered to that. */
	reports_what_was_set(JFS_RESOURCE_LOCKED_MEMORY, RLIMIT_MEMLOCK, 16384);
	refuses_an_unknown_resource(-1);
	refuses_an_unknown_resource(2);
	refuses_nowhere_to_write();
	converts_the_ends_of_the_range();
	return check_result();
}
