#include "jfs/diagnosis.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define UNTOUCHED (-4711)

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct sockaddr_storage space;
};

/* A connection over the loopback: a listening socket and the two ends. */
struct connection {
	int listener;
	int client;
	int server;	/* -1 until accepted */
};

static socklen_t loopback(int family, const char *host, in_port_t port, union address *out)
{
	memset(out, 0, sizeof(*out));
	out->any.sa_family = (sa_family_t)family;
	if (family == AF_INET) {
		out->v4.sin_port = port;
		CHECK(inet_pton(family, host, &out->v4.sin_addr) == 1);
		return sizeof(out->v4);
	}
	out->v6.sin6_port = port;
	CHECK(inet_pton(family, host, &out->v6.sin6_addr) == 1);
	return sizeof(out->v6);
}

static in_port_t port_of(int socket)
{
	union address address;
	socklen_t length = sizeof(address);

	CHECK(getsockname(socket, &address.any, &length) == 0);
	return address.any.sa_family == AF_INET ? address.v4.sin_port : address.v6.sin6_port;
}

static int open_socket(int family)
{
	const int no = 0;
	int made = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	CHECK(made >= 0);
	if (family == AF_INET6)
		CHECK(setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no)) == 0);
	return made;
}

static struct connection connect_to(int family, const char *host)
{
	struct connection made = {open_socket(family), open_socket(family), -1};
	union address address;
	socklen_t length = loopback(family, host, 0, &address);

	CHECK(bind(made.listener, &address.any, length) == 0);
	CHECK(listen(made.listener, 1) == 0);
	length = loopback(family, host, port_of(made.listener), &address);
	CHECK(connect(made.client, &address.any, length) == 0);
	return made;
}

static void accept_it(struct connection *connection)
{
	connection->server = accept4(connection->listener, NULL, NULL, SOCK_CLOEXEC);
	CHECK(connection->server >= 0);
}

static void close_it(const struct connection *connection)
{
	CHECK(close(connection->client) == 0);
	CHECK(connection->server < 0 || close(connection->server) == 0);
	CHECK(close(connection->listener) == 0);
}

static struct jfs_tcp_tuple tuple_of(int family, const char *host, in_port_t local,
				     in_port_t remote)
{
	struct jfs_tcp_tuple tuple;

	memset(&tuple, 0, sizeof(tuple));
	tuple.address_length = family == AF_INET ? 4 : 16;
	CHECK(inet_pton(family, host, tuple.local) == 1);
	CHECK(inet_pton(family, host, tuple.remote) == 1);
	tuple.local_port = ntohs(local);
	tuple.remote_port = ntohs(remote);
	return tuple;
}

/* The first of these lasts until the peer's kernel has acknowledged. */
static int is_half_closed(int state)
{
	return state == TCP_FIN_WAIT1 || state == TCP_FIN_WAIT2;
}

static void is_found(const struct jfs_tcp_tuple *tuple, int socket, int state)
{
	struct jfs_tcp_socket found = {UNTOUCHED, 4711, UNTOUCHED};
	int64_t cookie;

	CHECK(jfs_tcp_find(tuple, &found) == 0);
	CHECK(jfs_socket_cookie(socket, &cookie) == 0);
	CHECK(found.cookie == cookie);
	CHECK(found.uid == geteuid());
	CHECK(found.state == state || (is_half_closed(state) && is_half_closed(found.state)));
}

static void is_not_found(const struct jfs_tcp_tuple *tuple, int error)
{
	struct jfs_tcp_socket found = {UNTOUCHED, 4711, UNTOUCHED};

	CHECK(jfs_tcp_find(tuple, &found) == error);
	CHECK(found.cookie == UNTOUCHED && found.uid == 4711 && found.state == UNTOUCHED);
}

/* Sockets of one family, looked up by addresses of that family or of the other. */
static void finds_both_ends(int family, const char *host, int asked, const char *asked_host)
{
	struct connection connection = connect_to(family, host);
	in_port_t client = port_of(connection.client), server = port_of(connection.listener);
	struct jfs_tcp_tuple ours = tuple_of(asked, asked_host, client, server);
	struct jfs_tcp_tuple theirs = tuple_of(asked, asked_host, server, client);
	struct pollfd waiting = {.fd = connection.listener, .events = POLLIN};
	struct jfs_tcp_socket unaccepted;
	int64_t cookie;

	is_found(&ours, connection.client, TCP_ESTABLISHED);
	/* The client is connected before the kernel has taken its last acknowledgement. */
	CHECK(poll(&waiting, 1, -1) == 1);
	CHECK(jfs_tcp_find(&theirs, &unaccepted) == 0);
	accept_it(&connection);
	CHECK(jfs_socket_cookie(connection.server, &cookie) == 0);
	CHECK(unaccepted.cookie == cookie);
	CHECK(unaccepted.state == TCP_ESTABLISHED);
	is_found(&theirs, connection.server, TCP_ESTABLISHED);
	CHECK(shutdown(connection.client, SHUT_WR) == 0);
	is_found(&ours, connection.client, TCP_FIN_WAIT2);
	is_found(&theirs, connection.server, TCP_CLOSE_WAIT);
	close_it(&connection);
}

/* The kernel would answer with the listening socket. */
static void finds_no_connection_that_is_none(int family, const char *host)
{
	struct connection connection = connect_to(family, host);
	in_port_t client = port_of(connection.client), server = port_of(connection.listener);
	struct jfs_tcp_tuple none = tuple_of(family, host, server, htons(1));

	is_not_found(&none, ENOENT);
	none = tuple_of(family, host, htons(1), client);
	is_not_found(&none, ENOENT);
	none = tuple_of(family, host, client, server);
	none.remote[none.address_length - 1] ^= 2;
	is_not_found(&none, ENOENT);
	close_it(&connection);
}

/* The end that closed first lingers without a process. */
static void tells_a_closed_connection(void)
{
	struct connection connection = connect_to(AF_INET, "127.0.0.1");
	in_port_t client = port_of(connection.client), server = port_of(connection.listener);
	struct jfs_tcp_tuple ours = tuple_of(AF_INET, "127.0.0.1", client, server);
	struct jfs_tcp_tuple theirs = tuple_of(AF_INET, "127.0.0.1", server, client);
	struct jfs_tcp_socket found = {UNTOUCHED, 4711, UNTOUCHED};

	accept_it(&connection);
	close_it(&connection);
	CHECK(jfs_tcp_find(&ours, &found) == 0);
	CHECK(!jfs_tcp_is_connected(found.state));
	is_not_found(&theirs, ENOENT);
}

/* In a new network namespace, where the test may make one. */
static void finds_nothing_of_another_network(void)
{
	struct connection connection = connect_to(AF_INET, "127.0.0.1");
	in_port_t client = port_of(connection.client), server = port_of(connection.listener);
	struct jfs_tcp_tuple ours = tuple_of(AF_INET, "127.0.0.1", client, server);
	pid_t child = fork();
	int status;

	CHECK(child >= 0);
	if (child == 0) {
		if (unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0)
			is_not_found(&ours, ENOENT);
		else
			fprintf(stderr, "not tested: another network namespace\n");
		_exit(check_result());
	}
	CHECK(waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close_it(&connection);
}

static void refuses_what_is_no_tuple(void)
{
	struct jfs_tcp_tuple tuple = tuple_of(AF_INET, "127.0.0.1", htons(1), htons(2));
	struct jfs_tcp_socket found;

	tuple.address_length = 5;
	is_not_found(&tuple, EINVAL);
	tuple.address_length = 0;
	is_not_found(&tuple, EINVAL);
	tuple = tuple_of(AF_INET6, "::ffff:127.0.0.1", htons(1), htons(2));
	CHECK(inet_pton(AF_INET6, "::1", tuple.remote) == 1);
	is_not_found(&tuple, EINVAL);
	CHECK(jfs_tcp_find(NULL, &found) == EINVAL);
	CHECK(jfs_tcp_find(&tuple, NULL) == EINVAL);
}

static void leaks_no_descriptor(void)
{
	struct jfs_tcp_tuple none = tuple_of(AF_INET, "127.0.0.1", htons(1), htons(2));
	struct rlimit saved, lowered;
	int before = open_socket(AF_INET), after;

	CHECK(close(before) == 0);
	is_not_found(&none, ENOENT);
	after = open_socket(AF_INET);
	CHECK(before == after);
	CHECK(close(after) == 0);
	CHECK(getrlimit(RLIMIT_NOFILE, &saved) == 0);
	lowered = saved;
	lowered.rlim_cur = 0;
	CHECK(setrlimit(RLIMIT_NOFILE, &lowered) == 0);
	is_not_found(&none, EMFILE);
	CHECK(setrlimit(RLIMIT_NOFILE, &saved) == 0);
}

static void tells_the_state_of_its_own(void)
{
	struct connection connection = connect_to(AF_INET6, "::1");
	int fresh = open_socket(AF_INET), state = UNTOUCHED;

	accept_it(&connection);
	CHECK(jfs_tcp_state(fresh, &state) == 0 && state == TCP_CLOSE);
	CHECK(jfs_tcp_state(connection.listener, &state) == 0 && state == TCP_LISTEN);
	CHECK(jfs_tcp_state(connection.client, &state) == 0 && state == TCP_ESTABLISHED);
	CHECK(shutdown(connection.client, SHUT_WR) == 0);
	CHECK(jfs_tcp_state(connection.client, &state) == 0 && is_half_closed(state));
	CHECK(jfs_tcp_state(connection.server, &state) == 0 && state == TCP_CLOSE_WAIT);
	CHECK(shutdown(connection.server, SHUT_WR) == 0);
	CHECK(jfs_tcp_state(connection.server, &state) == 0 && state == TCP_CLOSE);
	CHECK(close(fresh) == 0);
	close_it(&connection);
}

static void knows_which_states_are_connected(void)
{
	for (int state = -1; state < 16; state++)
		CHECK(jfs_tcp_is_connected(state) ==
		      (state == TCP_ESTABLISHED || state == TCP_FIN_WAIT1 ||
		       state == TCP_FIN_WAIT2 || state == TCP_CLOSE_WAIT));
}

static void gives_each_socket_a_cookie_of_its_own(void)
{
	int one = open_socket(AF_INET), other = open_socket(AF_INET), duplicate = dup(one);
	int64_t first, second, again;

	CHECK(jfs_socket_cookie(one, &first) == 0);
	CHECK(jfs_socket_cookie(other, &second) == 0);
	CHECK(jfs_socket_cookie(duplicate, &again) == 0);
	CHECK(first > 0 && second > 0);
	CHECK(first != second);
	CHECK(first == again);
	CHECK(close(one) == 0 && close(other) == 0 && close(duplicate) == 0);
}

static void refuses_what_is_no_tcp_socket(void)
{
	int state = UNTOUCHED, pipes[2];
	int datagram = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int local = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int64_t cookie = UNTOUCHED;

	CHECK(pipe2(pipes, O_CLOEXEC) == 0);
	CHECK(jfs_tcp_state(-1, &state) == EBADF);
	CHECK(jfs_tcp_state(pipes[0], &state) == ENOTSOCK);
	CHECK(jfs_tcp_state(local, &state) == EOPNOTSUPP);
	CHECK(jfs_tcp_state(datagram, &state) != 0);
	CHECK(jfs_tcp_state(datagram, NULL) == EINVAL);
	CHECK(jfs_socket_cookie(-1, &cookie) == EBADF);
	CHECK(jfs_socket_cookie(pipes[0], &cookie) == ENOTSOCK);
	CHECK(jfs_socket_cookie(local, NULL) == EINVAL);
	CHECK(state == UNTOUCHED && cookie == UNTOUCHED);
	CHECK(close(pipes[0]) == 0 && close(pipes[1]) == 0);
	CHECK(close(datagram) == 0 && close(local) == 0);
}

static void close_connection(const struct connection *connection)
{
	CHECK(close(connection->client) == 0);
	CHECK(close(connection->listener) == 0);
}

static void knows_a_connection_that_was_reset(void)
{
	const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
	struct connection connection = connect_to(AF_INET, "127.0.0.1");
	int accepted = accept4(connection.listener, NULL, NULL, SOCK_CLOEXEC);
	int error = UNTOUCHED;

	CHECK(accepted >= 0);
	CHECK(!jfs_tcp_is_over(connection.client));
	CHECK(jfs_socket_take_error(connection.client, &error) == 0);
	CHECK(error == 0);
	CHECK(setsockopt(accepted, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)) == 0);
	CHECK(close(accepted) == 0);
	CHECK(jfs_tcp_is_over(connection.client));
	CHECK(jfs_socket_take_error(connection.client, &error) == 0);
	CHECK(error == ECONNRESET);
	CHECK(jfs_socket_take_error(connection.client, &error) == 0);
	CHECK(error == 0); /* the error was taken, */
	CHECK(jfs_tcp_is_over(connection.client)); /* and the connection stays over */
	close_connection(&connection);
}

static void takes_a_half_closed_connection_for_none_that_is_over(void)
{
	struct connection connection = connect_to(AF_INET, "127.0.0.1");
	int accepted = accept4(connection.listener, NULL, NULL, SOCK_CLOEXEC);

	CHECK(accepted >= 0);
	CHECK(shutdown(accepted, SHUT_WR) == 0);
	CHECK(!jfs_tcp_is_over(connection.client));
	CHECK(!jfs_tcp_is_over(accepted));
	CHECK(close(accepted) == 0);
	close_connection(&connection);
}

static void takes_errors_of_sockets_alone(void)
{
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int error = UNTOUCHED;

	CHECK(nothing >= 0);
	CHECK(!jfs_tcp_is_over(nothing));
	CHECK(error == UNTOUCHED);
	CHECK(!jfs_tcp_is_over(-1));
	CHECK(jfs_socket_take_error(nothing, &error) == ENOTSOCK);
	CHECK(jfs_socket_take_error(-1, &error) == EBADF);
	CHECK(jfs_socket_take_error(nothing, NULL) == EINVAL);
	CHECK(error == UNTOUCHED);
	CHECK(close(nothing) == 0);
}

int main(void)
{
	finds_both_ends(AF_INET, "127.0.0.1", AF_INET, "127.0.0.1");
	finds_both_ends(AF_INET, "127.0.0.1", AF_INET6, "::ffff:127.0.0.1");
	/* As Java's sockets are. */
	finds_both_ends(AF_INET6, "::ffff:127.0.0.1", AF_INET, "127.0.0.1");
	finds_both_ends(AF_INET6, "::ffff:127.0.0.1", AF_INET6, "::ffff:127.0.0.1");
	finds_both_ends(AF_INET6, "::1", AF_INET6, "::1");
	finds_no_connection_that_is_none(AF_INET, "127.0.0.1");
	finds_no_connection_that_is_none(AF_INET6, "::1");
	finds_no_connection_that_is_none(AF_INET6, "::ffff:127.0.0.1");
	tells_a_closed_connection();
	finds_nothing_of_another_network();
	refuses_what_is_no_tuple();
	leaks_no_descriptor();
	tells_the_state_of_its_own();
	knows_which_states_are_connected();
	gives_each_socket_a_cookie_of_its_own();
	refuses_what_is_no_tcp_socket();
	knows_a_connection_that_was_reset();
	takes_a_half_closed_connection_for_none_that_is_over();
	takes_errors_of_sockets_alone();
	return check_result();
}
