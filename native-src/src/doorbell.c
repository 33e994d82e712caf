#include "jfs/doorbell.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

int jfs_doorbell_hang_up(int descriptor, unsigned int timeout_millis)
{
	int error = 0;

	if (setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout_millis,
		       sizeof(timeout_millis)) != 0)
		error = errno;
	/* Even if the timeout could not be set. */
	if (shutdown(descriptor, SHUT_RD) != 0 && error == 0)
		error = errno;
	return error;
}
