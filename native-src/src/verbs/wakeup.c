#include "wakeup.h"

#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int jfs_verbs_open_wakeup(int *out_descriptor)
{
	int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);

	if (descriptor < 0)
		return errno;
	*out_descriptor = descriptor;
	return 0;
}

void jfs_verbs_raise_wakeup(int descriptor)
{
	const uint64_t one = 1;
	ssize_t written;

	/* It fails only if the counter is full, and then the event thread is awake. */
	do
		written = write(descriptor, &one, sizeof(one));
	while (written < 0 && errno == EINTR);
}

void jfs_verbs_clear_wakeup(int descriptor)
{
	uint64_t count;
	ssize_t got;

	do
		got = read(descriptor, &count, sizeof(count));
	while (got < 0 && errno == EINTR);
}
