#include "jfs/doorbell.h"

#include <errno.h>
#include <sys/socket.h>

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
