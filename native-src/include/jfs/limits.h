/* Resource limits of this process (getrlimit(2)). */
#ifndef JFS_LIMITS_H
#define JFS_LIMITS_H

#include <stdint.h>

/*
 * The limits that JFS asks for. Numbered here because RLIMIT_ constants differ between
 * architectures; jfs.natives.ResourceLimits.Resource holds the same numbers.
 */
enum jfs_resource {
	JFS_RESOURCE_OPEN_FILES = 0,	/* RLIMIT_NOFILE: descriptors */
	JFS_RESOURCE_LOCKED_MEMORY = 1	/* RLIMIT_MEMLOCK: bytes */
};

/* A limit's value where there is no limit. */
#define JFS_UNLIMITED INT64_C(-1)

struct jfs_limit {
	int64_t soft;	/* what the kernel enforces */
	int64_t hard;	/* up to where an unprivileged process may raise soft */
};

/*
 * The limit of one resource, an enum jfs_resource; it comes as an int because it comes from
 * outside. Any thread may call it.
 *
 * Returns 0, or an errno value (EINVAL: no such resource) and leaves *out alone.
 */
int jfs_resource_limit(int resource, struct jfs_limit *out);

#endif
