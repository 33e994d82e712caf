#include "jfs/doorbell.h"

#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

static void sends_one_byte_of_zero(void)
{
	int ends[2];
	char bytes[2] = "xy";

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	CHECK(jfs_doorbell_ring(ends[0]) == 0);
	CHECK(read(ends[1], bytes, 2) == 1 && bytes[0] == 0 && bytes[1] == 'y');
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void does_not_wait_for_room(void)
{
	static const char bytes[4096];
	int ends[2];

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	while (send(ends[0], bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
		;
	while (send(ends[0], bytes, 1, MSG_DONTWAIT) > 0)
		;
	CHECK(jfs_doorbell_ring(ends[0]) == EAGAIN);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void a_peer_that_is_gone_is_an_error_and_no_signal(void)
{
	int ends[2];

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	CHECK(close(ends[1]) == 0);
	CHECK(jfs_doorbell_ring(ends[0]) == EPIPE);
	CHECK(close(ends[0]) == 0);
}

static void refuses_what_is_no_descriptor(void)
{
	CHECK(jfs_doorbell_ring(-1) == EBADF);
}

/* The two ends of a TCP connection on loopback. */
static void connect_tcp(int ends[2])
{
	struct sockaddr_in address;
	socklen_t length = sizeof(address);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	memset(&address, 0, sizeof(address));
	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CHECK(bind(listener, (struct sockaddr *)&address, length) == 0);
	CHECK(listen(listener, 1) == 0);
	CHECK(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
	ends[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	CHECK(connect(ends[0], (struct sockaddr *)&address, length) == 0);
	ends[1] = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	CHECK(ends[1] >= 0 && close(listener) == 0);
}

static void *read_one(void *descriptor)
{
	char byte;

	CHECK(recv(*(int *)descriptor, &byte, 1, 0) == 0);
	return NULL;
}

static void hanging_up_returns_readers_and_tells_the_peer_nothing(void)
{
	pthread_t reader;
	char byte;
	int ends[2];

	connect_tcp(ends);
	CHECK(pthread_create(&reader, NULL, read_one, &ends[0]) == 0);
	CHECK(jfs_doorbell_hang_up(ends[0], 1000) == 0);
	CHECK(pthread_join(reader, NULL) == 0);
	CHECK(recv(ends[1], &byte, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
	CHECK(jfs_doorbell_ring(ends[0]) == 0);
	CHECK(recv(ends[1], &byte, 1, 0) == 1);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void what_was_received_before_hanging_up_can_be_read(void)
{
	char bytes[2];
	int ends[2];

	connect_tcp(ends);
	CHECK(send(ends[1], "x", 1, MSG_NOSIGNAL) == 1);
	CHECK(recv(ends[0], bytes, 1, MSG_PEEK) == 1);
	CHECK(jfs_doorbell_hang_up(ends[0], 1000) == 0);
	CHECK(recv(ends[0], bytes, 2, 0) == 1 && bytes[0] == 'x');
	CHECK(recv(ends[0], bytes, 2, 0) == 0);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void *write_on(void *descriptor)
{
	static const char bytes[65536];

	while (send(*(int *)descriptor, bytes, sizeof(bytes), MSG_NOSIGNAL) > 0)
		;
	CHECK(errno == ETIMEDOUT);
	return NULL;
}

static void hanging_up_fails_writers_that_the_peer_takes_nothing_of(void)
{
	pthread_t writer;
	int ends[2];

	connect_tcp(ends);
	CHECK(pthread_create(&writer, NULL, write_on, &ends[0]) == 0);
	CHECK(jfs_doorbell_hang_up(ends[0], 100) == 0);
	CHECK(pthread_join(writer, NULL) == 0);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void hanging_up_says_what_is_wrong(void)
{
	int fresh = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	CHECK(jfs_doorbell_hang_up(-1, 1000) == EBADF);
	CHECK(jfs_doorbell_hang_up(fresh, 1000) == ENOTCONN);
	CHECK(close(fresh) == 0);
}

int main(void)
{
	sends_one_byte_of_zero();
	does_not_wait_for_room();
	a_peer_that_is_gone_is_an_error_and_no_signal();
	refuses_what_is_no_descriptor();
	hanging_up_returns_readers_and_tells_the_peer_nothing();
	what_was_received_before_hanging_up_can_be_read();
	hanging_up_fails_writers_that_the_peer_takes_nothing_of();
	hanging_up_says_what_is_wrong();
	return check_result();
}
