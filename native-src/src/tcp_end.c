#include "jfs/tcp_end.h"

#include <errno.h>
#include <linux/sock_diag.h>
/* Not netinet/tcp.h, whose struct tcp_info ends before the counts. */
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

#include "jfs/diagnosis.h"

/* The last of the fields that are read here: what an older kernel leaves out comes after others. */
#define NEEDED (offsetof(struct tcp_info, tcpi_bytes_retrans) + sizeof(__u64))

#define MARKED_HOPS 255
#define DEFAULT_HOPS (-1)

/* Lower than the mark by more routers than there are within a host. */
#define LEAST_HOPS 250
#define ANY_HOPS 0

#ifndef IPV6_MINHOPCOUNT
#define IPV6_MINHOPCOUNT 73
#endif

#ifndef SO_MEMINFO
#define SO_MEMINFO 55
#endif

int jfs_tcp_counts(int socket, struct jfs_tcp_counts *out)
{
	struct tcp_info info;
	socklen_t length = sizeof(info);

	if (out == NULL)
		return EINVAL;
	if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
		return errno;
	if (length < NEEDED)
		return ENOTSUP;
	out->sent = (int64_t)(info.tcpi_bytes_sent - info.tcpi_bytes_retrans);
	out->received = (int64_t)info.tcpi_bytes_received;
	out->acknowledged = (int64_t)info.tcpi_bytes_acked;
	return 0;
}

int jfs_tcp_dropped(int socket, int64_t *out)
{
	uint32_t memory[SK_MEMINFO_DROPS + 1];
	socklen_t length = sizeof(memory);

	if (out == NULL)
		return EINVAL;
	if (getsockopt(socket, SOL_SOCKET, SO_MEMINFO, memory, &length) != 0)
		return errno;
	if (length < sizeof(memory))
		return ENOTSUP;
	*out = memory[SK_MEMINFO_DROPS];
	return 0;
}

/* Sets an option of IPv4 or of IPv6: a socket of IPv6 may have a connection by IPv4. */
static int set(int socket, int v4_option, int v6_option, int value)
{
	union {
		struct sockaddr any;
		struct sockaddr_in6 v6;
		struct sockaddr_storage space;
	} address;
	socklen_t length = sizeof(address);
	int type, v6;
	socklen_t type_length = sizeof(type);

	if (getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &type_length) != 0)
		return errno;
	if (getpeername(socket, &address.any, &length) != 0)
		return errno;
	if (type != SOCK_STREAM ||
	    (address.any.sa_family != AF_INET && address.any.sa_family != AF_INET6))
		return EPROTOTYPE;
	v6 = address.any.sa_family == AF_INET6 && !IN6_IS_ADDR_V4MAPPED(&address.v6.sin6_addr);
	return setsockopt(socket, v6 ? IPPROTO_IPV6 : IPPROTO_IP, v6 ? v6_option : v4_option, &value,
			  sizeof(value)) == 0 ? 0 : errno;
}

static int require(int socket, int64_t cookie)
{
	int64_t found;
	int error = jfs_socket_cookie(socket, &found);

	if (error)
		return error;
	return found == cookie ? 0 : ESTALE;
}

int jfs_tcp_mark(int socket, int64_t cookie, int on)
{
	int error = require(socket, cookie);

	return error ? error
		     : set(socket, IP_TTL, IPV6_UNICAST_HOPS, on ? MARKED_HOPS : DEFAULT_HOPS);
}

int jfs_tcp_filter(int socket, int64_t cookie, int on)
{
	int error = require(socket, cookie);

	return error ? error
		     : set(socket, IP_MINTTL, IPV6_MINHOPCOUNT, on ? LEAST_HOPS : ANY_HOPS);
}
