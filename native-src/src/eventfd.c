#include "jfs/eventfd.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

int jfs_eventfd_create(int *out_descriptor)
{
	int descriptor;

	if (out_descriptor == NULL)
		return EINVAL;
	descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (descriptor < 0)
		return errno;
	*out_descriptor = descriptor;
	return 0;
}

/* It takes all 8 bytes or none. */
static int add_one(int descriptor)
{
	static const uint64_t one = 1;
	ssize_t written;

	do
		written = write(descriptor, &one, sizeof(one));
	while (written < 0 && errno == EINTR);
	return written < 0 ? errno : 0;
}

int jfs_eventfd_signal(int descriptor)
{
	int error = add_one(descriptor);

	if (error == EAGAIN) {
		uint64_t count;

		/* Back to 0. If it fails, another thread has done it. */
		(void)!read(descriptor, &count, sizeof(count));
		error = add_one(descriptor);
	}
	return error;
}

/* By the kernel's name for it: fstat(2) does not tell it from others without a place. */
static int require_eventfd(int descriptor)
{
	static const char expected[] = "anon_inode:[eventfd]";
	/* One byte more than expected: a longer name that begins so is another one. */
	char path[sizeof("/proc/self/fd/-2147483648")], name[sizeof(expected)];
	ssize_t length;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", descriptor);
	length = readlink(path, name, sizeof(name));
	if (length < 0)
		return errno;
	if (length != sizeof(expected) - 1 || memcmp(name, expected, sizeof(expected) - 1) != 0)
		return EINVAL;
	return 0;
}

int jfs_eventfd_check(int descriptor)
{
	int error, flags;

	/* First: of a closed descriptor, readlink(2) would say the same as without /proc. */
	flags = fcntl(descriptor, F_GETFL);
	if (flags < 0)
		return errno;
	error = require_eventfd(descriptor);
	if (error)
		return error;
	return (flags & O_ACCMODE) == O_RDWR && (flags & O_NONBLOCK) != 0 ? 0 : EINVAL;
}
