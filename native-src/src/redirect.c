#include "jfs/redirect.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

/* SO_ORIGINAL_DST and IP6T_SO_ORIGINAL_DST of <linux/netfilter_ipv4.h> and its like for IPv6. */
#define ORIGINAL_DESTINATION 80

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

/* An IPv4 address that an IPv6 socket has, as an IPv4 one. */
static void unmap(union address *address)
{
	struct sockaddr_in plain = {.sin_family = AF_INET};

	if (address->any.sa_family != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&address->v6.sin6_addr))
		return;
	plain.sin_port = address->v6.sin6_port;
	memcpy(&plain.sin_addr, address->v6.sin6_addr.s6_addr + 12, sizeof(plain.sin_addr));
	address->v4 = plain;
}

/* Two of one family. */
static int is_same(const union address *one, const union address *other, int family)
{
	if (family == AF_INET)
		return one->v4.sin_port == other->v4.sin_port &&
		       one->v4.sin_addr.s_addr == other->v4.sin_addr.s_addr;
	return one->v6.sin6_port == other->v6.sin6_port &&
	       memcmp(&one->v6.sin6_addr, &other->v6.sin6_addr, sizeof(one->v6.sin6_addr)) == 0;
}

static int ask(int socket, int family, union address *out)
{
	const socklen_t expected = family == AF_INET ? sizeof(out->v4) : sizeof(out->v6);
	const int level = family == AF_INET ? IPPROTO_IP : IPPROTO_IPV6;
	socklen_t length = expected;

	if (getsockopt(socket, level, ORIGINAL_DESTINATION, out, &length) != 0)
		return errno;
	return length == expected ? 0 : EIO;
}

int jfs_tcp_is_redirected(int socket, int *out)
{
	union address own;
	union address peer;
	union address first;
	socklen_t own_length = sizeof(own);
	socklen_t peer_length = sizeof(peer);
	int family;
	int error;

	if (out == NULL)
		return EINVAL;
	if (getsockname(socket, &own.any, &own_length) != 0)
		return errno;
	if (getpeername(socket, &peer.any, &peer_length) != 0)
		return errno;
	unmap(&own);
	unmap(&peer);
	family = own.any.sa_family;
	if (family != AF_INET && family != AF_INET6)
		return EAFNOSUPPORT;
	error = ask(socket, family, &first);
	if (error != 0)
		return error;
	/*
	 * The kernel began to track this connection when it was open already, and the first packet
	 * that it saw was one of this end's: it takes that for where the connection went.
	 */
	if (is_same(&first, &peer, family))
		return ENOENT;
	*out = !is_same(&first, &own, family);
	return 0;
}
