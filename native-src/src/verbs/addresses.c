#include "addresses.h"

#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>

#define LOOPBACK_NET 127U

int jfs_verbs_copy_address(const struct sockaddr *address, struct sockaddr_storage *out)
{
	size_t size;

	if (address == NULL)
		return EAFNOSUPPORT;
	switch (address->sa_family) {
	case AF_INET:
		size = sizeof(struct sockaddr_in);
		break;
	case AF_INET6:
		size = sizeof(struct sockaddr_in6);
		break;
	default:
		return EAFNOSUPPORT;
	}
	memset(out, 0, sizeof(*out));
	memcpy(out, address, size);
	return 0;
}

int jfs_verbs_copy_host(const struct sockaddr *address, struct sockaddr_storage *out)
{
	int error = jfs_verbs_copy_address(address, out);

	if (error)
		return error;
	if (out->ss_family == AF_INET)
		((struct sockaddr_in *)(void *)out)->sin_port = 0;
	else
		((struct sockaddr_in6 *)(void *)out)->sin6_port = 0;
	return 0;
}

bool jfs_verbs_is_loopback(const struct sockaddr_storage *address)
{
	const struct sockaddr_in6 *six = (const void *)address;
	const struct sockaddr_in *four = (const void *)address;

	if (address->ss_family == AF_INET)
		return ntohl(four->sin_addr.s_addr) >> 24 == LOOPBACK_NET;
	return IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
}
