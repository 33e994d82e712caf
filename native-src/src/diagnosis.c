#include "jfs/diagnosis.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/*
 * The kernel answers within the call that sends the request; this limit is for one that does not.
 */
#define TIMEOUT_MS 100

/* Any: there is one request a socket. */
#define SEQUENCE 1

int jfs_tcp_state(int socket, int *out)
{
	struct tcp_info info;
	socklen_t length = sizeof(info);

	if (out == NULL)
		return EINVAL;
	if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
		return errno;
	*out = info.tcpi_state;
	return 0;
}

int jfs_tcp_is_connected(int state)
{
	switch (state) {
	case TCP_ESTABLISHED:
	case TCP_FIN_WAIT1:
	case TCP_FIN_WAIT2:
	case TCP_CLOSE_WAIT:
		return 1;
	default:
		return 0;
	}
}

int jfs_tcp_is_over(int socket)
{
	int state = 0;

	return jfs_tcp_state(socket, &state) == 0 && state == TCP_CLOSE;
}

static int is_mapped(const uint8_t address[16])
{
	static const uint8_t prefix[12] = {[10] = 0xff, [11] = 0xff};

	return memcmp(address, prefix, sizeof(prefix)) == 0;
}

int jfs_socket_take_error(int socket, int *out)
{
	int error;
	socklen_t length = sizeof(error);

	if (out == NULL)
		return EINVAL;
	if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) != 0)
		return errno;
	*out = error;
	return 0;
}

int jfs_socket_cookie(int socket, int64_t *out)
{
	int64_t cookie;
	socklen_t length = sizeof(cookie);

	if (out == NULL)
		return EINVAL;
	if (getsockopt(socket, SOL_SOCKET, SO_COOKIE, &cookie, &length) != 0)
		return errno;
	*out = cookie;
	return 0;
}

/* A connection's tuple as the kernel looks it up; EINVAL if there can be no such connection. */
static int make_id(const struct jfs_tcp_tuple *tuple, struct inet_diag_sockid *id, uint8_t *family)
{
	memset(id, 0, sizeof(*id));
	switch (tuple->address_length) {
	case 4:
		*family = AF_INET;
		memcpy(id->idiag_src, tuple->local, 4);
		memcpy(id->idiag_dst, tuple->remote, 4);
		break;
	case 16:
		if (is_mapped(tuple->local) != is_mapped(tuple->remote))
			return EINVAL;
		if (is_mapped(tuple->local)) {
			*family = AF_INET;
			memcpy(id->idiag_src, tuple->local + 12, 4);
			memcpy(id->idiag_dst, tuple->remote + 12, 4);
		} else {
			*family = AF_INET6;
			memcpy(id->idiag_src, tuple->local, 16);
			memcpy(id->idiag_dst, tuple->remote, 16);
		}
		break;
	default:
		return EINVAL;
	}
	id->idiag_sport = htons(tuple->local_port);
	id->idiag_dport = htons(tuple->remote_port);
	id->idiag_if = tuple->interface;
	id->idiag_cookie[0] = INET_DIAG_NOCOOKIE;
	id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
	return 0;
}

/* An IPv4 connection of an IPv6 socket comes back with IPv6 addresses. */
static int is_address(const __be32 asked[4], uint8_t family, const __be32 answer[4],
		      uint8_t answer_family)
{
	if (family == answer_family)
		return memcmp(asked, answer, family == AF_INET ? 4 : 16) == 0;
	return family == AF_INET && answer_family == AF_INET6 &&
	       is_mapped((const uint8_t *)answer) && asked[0] == answer[3];
}

/* Where no connection is, the kernel answers with the socket that listens there. */
static int is_answer(const struct inet_diag_sockid *asked, uint8_t family,
		     const struct inet_diag_msg *answer)
{
	return asked->idiag_sport == answer->id.idiag_sport &&
	       asked->idiag_dport == answer->id.idiag_dport &&
	       is_address(asked->idiag_src, family, answer->id.idiag_src, answer->idiag_family) &&
	       is_address(asked->idiag_dst, family, answer->id.idiag_dst, answer->idiag_family);
}

/* With NLM_F_DUMP among the flags: about all sockets in these states, whatever their ids. */
static int send_request(int netlink, uint16_t flags, uint32_t states,
			const struct inet_diag_sockid *id, uint8_t family)
{
	const struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
	struct {
		struct nlmsghdr header;
		struct inet_diag_req_v2 body;
	} request;
	ssize_t sent;

	memset(&request, 0, sizeof(request));
	request.header.nlmsg_len = sizeof(request);
	request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
	request.header.nlmsg_flags = NLM_F_REQUEST | flags;
	request.header.nlmsg_seq = SEQUENCE;
	request.body.sdiag_family = family;
	request.body.sdiag_protocol = IPPROTO_TCP;
	request.body.idiag_states = states;
	request.body.id = *id;
	do
		sent = sendto(netlink, &request, sizeof(request), MSG_DONTWAIT,
			      (const struct sockaddr *)&kernel, sizeof(kernel));
	while (sent < 0 && errno == EINTR);
	if (sent < 0)
		return errno;
	return (size_t)sent == sizeof(request) ? 0 : EIO;
}

static int64_t now_ms(void)
{
	struct timespec now = {0, 0};

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

/* Attributes follow that no request here asks for. */
union answer {
	struct nlmsghdr header;
	char space[2048];
};

static int open_netlink(void)
{
	return socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
}

static int receive_answer(int netlink, union answer *out)
{
	const int64_t deadline = now_ms() + TIMEOUT_MS;

	for (;;) {
		struct sockaddr_nl sender;
		socklen_t sender_length = sizeof(sender);
		ssize_t received = recvfrom(netlink, out, sizeof(*out), MSG_DONTWAIT,
					    (struct sockaddr *)&sender, &sender_length);

		if (received < 0 && errno == EAGAIN) {
			struct pollfd ready = {.fd = netlink, .events = POLLIN};
			int64_t left = deadline - now_ms();

			if (left <= 0)
				return ETIMEDOUT;
			if (poll(&ready, 1, (int)left) < 0 && errno != EINTR)
				return errno;
			continue;
		}
		if (received < 0 && errno == EINTR)
			continue;
		if (received < 0)
			return errno;
		/* A netlink socket also takes messages of other processes. */
		if (sender_length != sizeof(sender) || sender.nl_pid != 0)
			continue;
		if (!NLMSG_OK(&out->header, (size_t)received))
			return EIO;
		if (out->header.nlmsg_seq == SEQUENCE)
			return 0;
	}
}

/* The errno value, or 0, with which the kernel begins an answer; it sends the value negated. */
static int error_of(const union answer *answer)
{
	int error;

	if (answer->header.nlmsg_len < NLMSG_LENGTH(sizeof(error)))
		return EIO;
	memcpy(&error, NLMSG_DATA(&answer->header), sizeof(error));
	return error <= 0 ? -error : EIO;
}

/* One socket, by its id. */
static int ask(const struct inet_diag_sockid *id, uint8_t family, struct inet_diag_msg *out)
{
	union answer answer;
	int netlink, error;

	netlink = open_netlink();
	if (netlink < 0)
		return errno;
	error = send_request(netlink, 0, ~0U, id, family);
	if (!error)
		error = receive_answer(netlink, &answer);
	close(netlink);
	if (error)
		return error;
	if (answer.header.nlmsg_type == NLMSG_ERROR) {
		error = error_of(&answer);
		return error ? error : EIO;
	}
	if (answer.header.nlmsg_type != SOCK_DIAG_BY_FAMILY ||
	    answer.header.nlmsg_len < NLMSG_LENGTH(sizeof(*out)))
		return EIO;
	memcpy(out, NLMSG_DATA(&answer.header), sizeof(*out));
	return 0;
}

/*
 * Whether the kernel looks up no TCP sockets: one without tcp_diag says of each that there is none.
 * Asked for all sockets in none of the states, others say at once that those were all.
 */
static int is_missing(uint8_t family)
{
	struct inet_diag_sockid any;
	union answer answer;
	int netlink, error;

	netlink = open_netlink();
	if (netlink < 0)
		return 0;
	memset(&any, 0, sizeof(any));
	error = send_request(netlink, NLM_F_DUMP, 0, &any, family);
	if (!error)
		error = receive_answer(netlink, &answer);
	close(netlink);
	return !error &&
	       (answer.header.nlmsg_type == NLMSG_DONE || answer.header.nlmsg_type == NLMSG_ERROR) &&
	       error_of(&answer) == ENOENT;
}

/*
 * Whether that was found out: each request would have such a kernel start modprobe. Nothing else
 * depends on it, so no order is needed.
 */
static atomic_int *missing_of(uint8_t family)
{
	static atomic_int missing[2];

	return &missing[family == AF_INET6];
}

int jfs_tcp_find(const struct jfs_tcp_tuple *tuple, struct jfs_tcp_socket *out)
{
	struct inet_diag_sockid id;
	struct inet_diag_msg answer;
	uint8_t family;
	int error;

	if (tuple == NULL || out == NULL)
		return EINVAL;
	error = make_id(tuple, &id, &family);
	if (error)
		return error;
	if (atomic_load_explicit(missing_of(family), memory_order_relaxed))
		return EOPNOTSUPP;
	error = ask(&id, family, &answer);
	if (error == ENOENT && is_missing(family)) {
		atomic_store_explicit(missing_of(family), 1, memory_order_relaxed);
		return EOPNOTSUPP;
	}
	if (error)
		return error;
	if (!is_answer(&id, family, &answer))
		return ENOENT;
	out->cookie = (int64_t)((uint64_t)answer.id.idiag_cookie[1] << 32 |
				answer.id.idiag_cookie[0]);
	out->uid = answer.idiag_uid;
	out->state = answer.idiag_state;
	return 0;
}
