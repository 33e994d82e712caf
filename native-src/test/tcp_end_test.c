#include "jfs/tcp_end.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "jfs/diagnosis.h"

#define UNTOUCHED (-4711)

/* The two ends of a connection over the loopback. */
struct connection {
	int client;
	int server;
};

static struct connection connect_it(int family, const char *host)
{
	const int no = 0;
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} address;
	socklen_t length = family == AF_INET ? sizeof(address.v4) : sizeof(address.v6);
	int listener = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct connection made = {socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0), -1};

	memset(&address, 0, sizeof(address));
	address.any.sa_family = (sa_family_t)family;
	CHECK(inet_pton(family, host, family == AF_INET ? (void *)&address.v4.sin_addr
							: (void *)&address.v6.sin6_addr) == 1);
	if (family == AF_INET6) {
		CHECK(setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no)) == 0);
		CHECK(setsockopt(made.client, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no)) == 0);
	}
	CHECK(bind(listener, &address.any, length) == 0);
	CHECK(listen(listener, 1) == 0);
	CHECK(getsockname(listener, &address.any, &length) == 0);
	CHECK(connect(made.client, &address.any, length) == 0);
	made.server = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	CHECK(made.server >= 0);
	CHECK(close(listener) == 0);
	return made;
}

static void close_it(const struct connection *connection)
{
	CHECK(close(connection->client) == 0);
	CHECK(close(connection->server) == 0);
}

static void has_counted(int socket, int64_t sent, int64_t received)
{
	struct jfs_tcp_counts counts;

	CHECK(jfs_tcp_counts(socket, &counts) == 0);
	CHECK(counts.sent == sent);
	CHECK(counts.received == received);
	CHECK(counts.acknowledged <= sent + 1);
}

/* Each end counts the same bytes, whether they are read or not. */
static void counts_what_either_end_sends(void)
{
	struct connection connection = connect_it(AF_INET, "127.0.0.1");
	char bytes[1000] = "";

	has_counted(connection.client, 0, 0);
	has_counted(connection.server, 0, 0);
	CHECK(write(connection.client, bytes, 1000) == 1000);
	has_counted(connection.client, 1000, 0);
	has_counted(connection.server, 0, 1000);
	CHECK(read(connection.server, bytes, 600) == 600);
	CHECK(write(connection.server, bytes, 7) == 7);
	has_counted(connection.client, 1000, 7);
	has_counted(connection.server, 7, 1000);
	close_it(&connection);
}

static int64_t dropped_by(int socket)
{
	int64_t dropped = UNTOUCHED;

	CHECK(jfs_tcp_dropped(socket, &dropped) == 0);
	return dropped;
}

static int64_t cookie_of(int socket)
{
	int64_t cookie = UNTOUCHED;

	CHECK(jfs_socket_cookie(socket, &cookie) == 0);
	return cookie;
}

/* Whether a byte that one end sends reaches the other, before it is sent again. */
static int arrives(int from, int to)
{
	char byte = 'x';

	CHECK(write(from, &byte, 1) == 1);
	return recv(to, &byte, 1, MSG_DONTWAIT) == 1;
}

static void filters_what_is_not_marked(int family, const char *host)
{
	struct connection connection = connect_it(family, host);
	int64_t cookie = cookie_of(connection.server);

	CHECK(arrives(connection.client, connection.server));
	CHECK(jfs_tcp_mark(connection.client, cookie_of(connection.client), 1) == 0);
	CHECK(arrives(connection.client, connection.server));
	CHECK(jfs_tcp_filter(connection.server, cookie, 1) == 0);
	CHECK(arrives(connection.client, connection.server));
	CHECK(dropped_by(connection.server) == 0);
	CHECK(jfs_tcp_mark(connection.client, cookie_of(connection.client), 0) == 0);
	CHECK(!arrives(connection.client, connection.server));
	CHECK(dropped_by(connection.server) > 0);
	CHECK(jfs_tcp_filter(connection.server, cookie, 0) == 0);
	/* The first of these goes with the byte that was dropped. */
	CHECK(write(connection.client, "y", 1) == 1);
	CHECK(recv(connection.server, &(char[2]){0}, 2, MSG_WAITALL) == 2);
	CHECK(arrives(connection.client, connection.server));
	close_it(&connection);
}

static void leaves_another_socket_alone(void)
{
	struct connection connection = connect_it(AF_INET, "127.0.0.1");

	CHECK(jfs_tcp_mark(connection.client, cookie_of(connection.server), 1) == ESTALE);
	CHECK(jfs_tcp_filter(connection.server, cookie_of(connection.client), 1) == ESTALE);
	CHECK(arrives(connection.client, connection.server));
	close_it(&connection);
}

static void refuses_what_is_no_connection(void)
{
	struct jfs_tcp_counts counts = {UNTOUCHED, UNTOUCHED, UNTOUCHED};
	int64_t dropped = UNTOUCHED;
	struct connection connection = connect_it(AF_INET, "127.0.0.1");
	int local = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int fresh = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int file = open("/dev/null", O_RDONLY | O_CLOEXEC);

	CHECK(jfs_tcp_counts(-1, &counts) == EBADF);
	CHECK(jfs_tcp_counts(file, &counts) == ENOTSOCK);
	CHECK(jfs_tcp_counts(local, &counts) == EOPNOTSUPP);
	CHECK(counts.sent == UNTOUCHED && counts.received == UNTOUCHED);
	CHECK(jfs_tcp_counts(connection.client, NULL) == EINVAL);
	CHECK(jfs_tcp_dropped(-1, &dropped) == EBADF);
	CHECK(jfs_tcp_dropped(file, &dropped) == ENOTSOCK);
	CHECK(dropped == UNTOUCHED);
	CHECK(jfs_tcp_dropped(connection.client, NULL) == EINVAL);
	CHECK(jfs_tcp_mark(-1, 1, 1) == EBADF);
	CHECK(jfs_tcp_mark(file, 1, 1) == ENOTSOCK);
	CHECK(jfs_tcp_mark(local, cookie_of(local), 1) == ENOTCONN);
	CHECK(jfs_tcp_mark(fresh, cookie_of(fresh), 1) == ENOTCONN);
	CHECK(jfs_tcp_filter(-1, 1, 1) == EBADF);
	CHECK(jfs_tcp_filter(fresh, cookie_of(fresh), 1) == ENOTCONN);
	CHECK(close(local) == 0 && close(fresh) == 0 && close(file) == 0);
	close_it(&connection);
}

int main(void)
{
	counts_what_either_end_sends();
	filters_what_is_not_marked(AF_INET, "127.0.0.1");
	filters_what_is_not_marked(AF_INET6, "::1");
	filters_what_is_not_marked(AF_INET6, "::ffff:127.0.0.1");
	leaves_another_socket_alone();
	refuses_what_is_no_connection();
	return check_result();
}
