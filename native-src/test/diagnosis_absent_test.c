#include "jfs/diagnosis.h"

#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>

#include "check.h"

#define UNTOUCHED (-4711)

/* No kernel has diagnosis of it. */
#define UNKNOWN_PROTOCOL 250

ssize_t __real_sendto(int socket, const void *message, size_t length, int flags,
		      const struct sockaddr *address, socklen_t address_length);
ssize_t __wrap_sendto(int socket, const void *message, size_t length, int flags,
		      const struct sockaddr *address, socklen_t address_length);

/* Whether the kernel is asked of that protocol and not of TCP. */
static int is_other_protocol;

/* How often it is asked. */
static int asked;

ssize_t __wrap_sendto(int socket, const void *message, size_t length, int flags,
		      const struct sockaddr *address, socklen_t address_length)
{
	struct {
		struct nlmsghdr header;
		struct inet_diag_req_v2 body;
	} request;

	asked++;
	CHECK(length == sizeof(request));
	memcpy(&request, message, sizeof(request));
	if (is_other_protocol)
		request.body.sdiag_protocol = UNKNOWN_PROTOCOL;
	return __real_sendto(socket, &request, length, flags, address, address_length);
}

static void is_said(int length, int error)
{
	/* Nobody has a connection from port 0. */
	const struct jfs_tcp_tuple tuple = {.address_length = length};
	struct jfs_tcp_socket found = {UNTOUCHED, 4711, UNTOUCHED};

	CHECK(jfs_tcp_find(&tuple, &found) == error);
	CHECK(found.cookie == UNTOUCHED && found.uid == 4711 && found.state == UNTOUCHED);
}

/* As where tcp_diag is a module and cannot be loaded, which is found out once. */
static void tells_no_socket_from_no_diagnosis(int length)
{
	int asked_before;

	is_other_protocol = 0;
	is_said(length, ENOENT);
	is_other_protocol = 1;
	is_said(length, EOPNOTSUPP);
	asked_before = asked;
	is_said(length, EOPNOTSUPP);
	CHECK(asked == asked_before);
}

int main(void)
{
	tells_no_socket_from_no_diagnosis(4);
	tells_no_socket_from_no_diagnosis(16);
	return check_result();
}
