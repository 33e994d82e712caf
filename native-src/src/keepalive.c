#include "jfs/keepalive.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <sys/socket.h>

static int get(int socket, int level, int option, int *out)
{
	socklen_t length = sizeof(*out);

	return getsockopt(socket, level, option, out, &length) == 0 ? 0 : errno;
}

static int set(int socket, int level, int option, int value)
{
	return setsockopt(socket, level, option, &value, sizeof(value)) == 0 ? 0 : errno;
}

int jfs_keepalive_get(int socket, struct jfs_keepalive *out)
{
	struct jfs_keepalive found;
	int error, on = 0;

	if (out == NULL)
		return EINVAL;
	error = get(socket, SOL_SOCKET, SO_KEEPALIVE, &on);
	if (!error)
		error = get(socket, IPPROTO_TCP, TCP_KEEPIDLE, &found.idle);
	if (!error)
		error = get(socket, IPPROTO_TCP, TCP_KEEPINTVL, &found.interval);
	if (!error)
		error = get(socket, IPPROTO_TCP, TCP_KEEPCNT, &found.count);
	if (error)
		return error;
	found.on = on != 0;
	*out = found;
	return 0;
}

int jfs_keepalive_set(int socket, const struct jfs_keepalive *wanted)
{
	int error = 0;

	/* First: a host's default times may exceed what a socket option accepts. */
	if (!wanted->on)
		error = set(socket, SOL_SOCKET, SO_KEEPALIVE, 0);
	if (!error)
		error = set(socket, IPPROTO_TCP, TCP_KEEPIDLE, wanted->idle);
	if (!error)
		error = set(socket, IPPROTO_TCP, TCP_KEEPINTVL, wanted->interval);
	if (!error)
		error = set(socket, IPPROTO_TCP, TCP_KEEPCNT, wanted->count);
	if (!error)
		error = set(socket, SOL_SOCKET, SO_KEEPALIVE, wanted->on);
	return error;
}
