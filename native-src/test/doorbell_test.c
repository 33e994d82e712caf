#include "jfs/doorbell.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

#define UNTOUCHED (-4711)

static void goes_through_a_descriptor_of_its_own(void)
{
	int ends[2], bell = UNTOUCHED;
	char byte = 'x';

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	CHECK(jfs_doorbell_open(ends[0], &bell) == 0);
	CHECK(bell != ends[0]);
	CHECK((fcntl(bell, F_GETFD) & FD_CLOEXEC) != 0);
	CHECK(close(ends[0]) == 0);
	CHECK(jfs_doorbell_ring(bell) == 0);
	CHECK(read(ends[1], &byte, 1) == 1 && byte == 0);
	CHECK(close(bell) == 0);
	CHECK(read(ends[1], &byte, 1) == 0);
	CHECK(close(ends[1]) == 0);
}

static void does_not_wait_for_room(void)
{
	static const char bytes[4096];
	int ends[2], bell = UNTOUCHED;

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	CHECK(jfs_doorbell_open(ends[0], &bell) == 0);
	while (send(ends[0], bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
		;
	while (send(ends[0], bytes, 1, MSG_DONTWAIT) > 0)
		;
	CHECK(jfs_doorbell_ring(bell) == EAGAIN);
	CHECK(close(bell) == 0 && close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void a_peer_that_is_gone_is_an_error_and_no_signal(void)
{
	int ends[2], bell = UNTOUCHED;

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	CHECK(jfs_doorbell_open(ends[0], &bell) == 0);
	CHECK(close(ends[1]) == 0);
	CHECK(jfs_doorbell_ring(bell) == EPIPE);
	CHECK(close(bell) == 0 && close(ends[0]) == 0);
}

static void refuses_what_is_no_descriptor(void)
{
	int bell = UNTOUCHED;

	CHECK(jfs_doorbell_open(-1, &bell) == EBADF);
	CHECK(jfs_doorbell_open(0, NULL) == EINVAL);
	CHECK(jfs_doorbell_ring(-1) == EBADF);
	CHECK(bell == UNTOUCHED);
}

int main(void)
{
	goes_through_a_descriptor_of_its_own();
	does_not_wait_for_room();
	a_peer_that_is_gone_is_an_error_and_no_signal();
	refuses_what_is_no_descriptor();
	return check_result();
}
