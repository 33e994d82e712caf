#include "jfs/doorbell.h"

#include <errno.h>
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

int main(void)
{
	sends_one_byte_of_zero();
	does_not_wait_for_room();
	a_peer_that_is_gone_is_an_error_and_no_signal();
	refuses_what_is_no_descriptor();
	return check_result();
}
