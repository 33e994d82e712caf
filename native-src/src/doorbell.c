#include "jfs/doorbell.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/socket.h>

int jfs_doorbell_open(int socket, int *out_descriptor)
{
	int descriptor;

	if (out_descriptor == NULL)
		return EINVAL;
	descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0);
	if (descriptor < 0)
		return errno;
	*out_descriptor = descriptor;
	return 0;
}

int jfs_doorbell_ring(int descriptor)
{
	static const char bell;

	for (;;) {
		if (send(descriptor, &bell, 1, MSG_DONTWAIT | MSG_NOSIGNAL) == 1)
			return 0;
		if (errno != EINTR)
			return errno;
	}
}
