#include "jfs/redirect.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

#define UNTOUCHED (-4711)

/* SO_ORIGINAL_DST, and the same of IPv6. */
#define ORIGINAL_DESTINATION 80

int __real_getsockopt(int socket, int level, int option, void *value, socklen_t *length);
int __wrap_getsockopt(int socket, int level, int option, void *value, socklen_t *length);

/* What the kernel is made to say of where a connection went first, or an error. */
static struct sockaddr_storage answer;
static socklen_t answer_length;
static int answer_level;
static int answer_error;

int __wrap_getsockopt(int socket, int level, int option, void *value, socklen_t *length)
{
	if (option != ORIGINAL_DESTINATION)
		return __real_getsockopt(socket, level, option, value, length);
	CHECK(level == answer_level);
	if (answer_error != 0) {
		errno = answer_error;
		return -1;
	}
	CHECK(*length >= answer_length);
	memcpy(value, &answer, answer_length);
	*length = answer_length;
	return 0;
}

struct connection {
	int client;
	int accepted;
};

/* An address that has port 0. */
static socklen_t parse(const char *text, struct sockaddr_storage *out)
{
	struct sockaddr_in *v4 = (struct sockaddr_in *)out;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)out;

	memset(out, 0, sizeof(*out));
	if (inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
		v4->sin_family = AF_INET;
		return sizeof(*v4);
	}
	CHECK(inet_pton(AF_INET6, text, &v6->sin6_addr) == 1);
	v6->sin6_family = AF_INET6;
	return sizeof(*v6);
}

static struct connection connect_over(const char *host)
{
	struct sockaddr_storage address;
	socklen_t length = parse(host, &address);
	struct connection made;
	int listener = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	CHECK(listener >= 0);
	CHECK(bind(listener, (struct sockaddr *)&address, length) == 0);
	CHECK(listen(listener, 1) == 0);
	CHECK(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
	made.client = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	CHECK(made.client >= 0);
	CHECK(connect(made.client, (struct sockaddr *)&address, length) == 0);
	made.accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	CHECK(made.accepted >= 0);
	CHECK(close(listener) == 0);
	return made;
}

static void hang_up(const struct connection *connection)
{
	CHECK(close(connection->accepted) == 0);
	CHECK(close(connection->client) == 0);
}

/* An IPv4 address that an IPv6 socket has comes back as the kernel says it: without the prefix. */
static void answer_with(const struct sockaddr_storage *address)
{
	const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)address;
	struct sockaddr_in plain = {.sin_family = AF_INET};

	answer_error = 0;
	if (address->ss_family == AF_INET6 && !IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr)) {
		answer_level = IPPROTO_IPV6;
		answer_length = sizeof(*v6);
		memcpy(&answer, v6, sizeof(*v6));
		return;
	}
	answer_level = IPPROTO_IP;
	answer_length = sizeof(plain);
	if (address->ss_family == AF_INET) {
		memcpy(&answer, address, sizeof(plain));
		return;
	}
	plain.sin_port = v6->sin6_port;
	memcpy(&plain.sin_addr, v6->sin6_addr.s6_addr + 12, sizeof(plain.sin_addr));
	memcpy(&answer, &plain, sizeof(plain));
}

static void knows_a_redirected_connection(const char *host)
{
	struct connection connection = connect_over(host);
	struct sockaddr_storage own;
	socklen_t length = sizeof(own);
	int redirected = UNTOUCHED;

	CHECK(getsockname(connection.accepted, (struct sockaddr *)&own, &length) == 0);
	answer_with(&own);
	CHECK(jfs_tcp_is_redirected(connection.accepted, &redirected) == 0);
	CHECK(redirected == 0);
	/* The port is at the same place in both families. */
	((struct sockaddr_in *)&own)->sin_port ^= 1;
	answer_with(&own);
	CHECK(jfs_tcp_is_redirected(connection.accepted, &redirected) == 0);
	CHECK(redirected == 1);
	hang_up(&connection);
}

/* The first packet that the kernel has tracked was sent by the accepted end. */
static void knows_no_connection_that_is_tracked_from_its_midst(const char *host)
{
	struct connection connection = connect_over(host);
	struct sockaddr_storage peer;
	socklen_t length = sizeof(peer);
	int redirected = UNTOUCHED;

	CHECK(getpeername(connection.accepted, (struct sockaddr *)&peer, &length) == 0);
	answer_with(&peer);
	CHECK(jfs_tcp_is_redirected(connection.accepted, &redirected) == ENOENT);
	CHECK(redirected == UNTOUCHED);
	hang_up(&connection);
}

static void passes_errors_on(const char *host)
{
	struct connection connection = connect_over(host);
	struct sockaddr_storage own;
	socklen_t length = sizeof(own);
	int redirected = UNTOUCHED;

	CHECK(getsockname(connection.accepted, (struct sockaddr *)&own, &length) == 0);
	answer_with(&own);
	answer_error = ENOPROTOOPT;
	CHECK(jfs_tcp_is_redirected(connection.accepted, &redirected) == ENOPROTOOPT);
	answer_error = 0;
	answer_length--;
	CHECK(jfs_tcp_is_redirected(connection.accepted, &redirected) == EIO);
	CHECK(redirected == UNTOUCHED);
	hang_up(&connection);
}

static void refuses_what_is_no_connection(void)
{
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int idle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int redirected = UNTOUCHED;

	CHECK(nothing >= 0 && idle >= 0);
	CHECK(jfs_tcp_is_redirected(nothing, &redirected) == ENOTSOCK);
	CHECK(jfs_tcp_is_redirected(-1, &redirected) == EBADF);
	CHECK(jfs_tcp_is_redirected(idle, &redirected) == ENOTCONN);
	CHECK(jfs_tcp_is_redirected(idle, NULL) == EINVAL);
	CHECK(redirected == UNTOUCHED);
	CHECK(close(idle) == 0);
	CHECK(close(nothing) == 0);
}

int main(void)
{
	static const char *const hosts[] = {"127.0.0.1", "::1", "::ffff:127.0.0.1"};

	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++) {
		knows_a_redirected_connection(hosts[i]);
		knows_no_connection_that_is_tracked_from_its_midst(hosts[i]);
		passes_errors_on(hosts[i]);
	}
	refuses_what_is_no_connection();
	return check_result();
}
