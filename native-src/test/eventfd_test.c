#include "jfs/eventfd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "jfs/memory.h"

#define UNTOUCHED (-4711)

/* How many signals interrupt write(2) before it gets anything done. */
static int interruptions;

/* Whether /proc is not mounted. */
static bool without_proc;

/* The linker puts these in the place of write(2) and readlink(2). */
ssize_t __real_write(int descriptor, const void *bytes, size_t length);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t length);
ssize_t __real_readlink(const char *path, char *buffer, size_t size);
ssize_t __wrap_readlink(const char *path, char *buffer, size_t size);

ssize_t __wrap_write(int descriptor, const void *bytes, size_t length)
{
	if (interruptions > 0) {
		interruptions--;
		errno = EINTR;
		return -1;
	}
	return __real_write(descriptor, bytes, length);
}

ssize_t __wrap_readlink(const char *path, char *buffer, size_t size)
{
	if (without_proc) {
		errno = ENOENT;
		return -1;
	}
	return __real_readlink(path, buffer, size);
}

static int new_eventfd(void)
{
	int descriptor = UNTOUCHED;

	CHECK(jfs_eventfd_create(&descriptor) == 0);
	CHECK(descriptor >= 0);
	return descriptor;
}

/* An epoll set that this descriptor alone is in, edge-triggered. */
static int watching(int descriptor)
{
	struct epoll_event event = {.events = EPOLLIN | EPOLLET};
	int epoll = epoll_create1(EPOLL_CLOEXEC);

	CHECK(epoll >= 0);
	CHECK(epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0);
	return epoll;
}

static bool wakes(int epoll)
{
	struct epoll_event event;

	return epoll_wait(epoll, &event, 1, 0) == 1 && (event.events & EPOLLIN) != 0;
}

static uint64_t count(int descriptor)
{
	uint64_t value = 0;

	CHECK(read(descriptor, &value, sizeof(value)) == sizeof(value));
	return value;
}

static void each_signal_wakes_though_nothing_is_read(void)
{
	int descriptor = new_eventfd(), epoll = watching(descriptor);

	CHECK(!wakes(epoll));
	for (int i = 0; i < 3; i++) {
		CHECK(jfs_eventfd_signal(descriptor) == 0);
		CHECK(wakes(epoll));
		CHECK(!wakes(epoll));
	}
	CHECK(count(descriptor) == 3);
	CHECK(close(epoll) == 0 && close(descriptor) == 0);
}

static void a_signal_before_the_sleep_is_not_lost(void)
{
	int descriptor = new_eventfd(), epoll;

	CHECK(jfs_eventfd_signal(descriptor) == 0);
	epoll = watching(descriptor);
	CHECK(wakes(epoll));
	CHECK(close(epoll) == 0 && close(descriptor) == 0);
}

static void makes_one_that_neither_blocks_nor_is_inherited(void)
{
	int descriptor = new_eventfd();
	uint64_t value;

	CHECK((fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0);
	CHECK((fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0);
	CHECK(read(descriptor, &value, sizeof(value)) == -1 && errno == EAGAIN);
	CHECK(close(descriptor) == 0);
}

static void makes_none_where_there_is_room_for_none(void)
{
	struct rlimit saved, lowered;
	int descriptor = UNTOUCHED;

	CHECK(getrlimit(RLIMIT_NOFILE, &saved) == 0);
	lowered = saved;
	lowered.rlim_cur = 0;
	CHECK(setrlimit(RLIMIT_NOFILE, &lowered) == 0);
	CHECK(jfs_eventfd_create(&descriptor) == EMFILE);
	CHECK(setrlimit(RLIMIT_NOFILE, &saved) == 0);
	CHECK(descriptor == UNTOUCHED);
	CHECK(jfs_eventfd_create(NULL) == EINVAL);
}

/* As a hostile peer might do. Were it to block, this test would hang. */
static void a_full_counter_is_emptied_and_does_not_block(void)
{
	const uint64_t most = UINT64_MAX - 1;
	int descriptor = new_eventfd(), epoll = watching(descriptor);

	CHECK(write(descriptor, &most, sizeof(most)) == sizeof(most));
	CHECK(wakes(epoll));
	CHECK(jfs_eventfd_signal(descriptor) == 0);
	CHECK(wakes(epoll));
	CHECK(count(descriptor) == 1);
	CHECK(close(epoll) == 0 && close(descriptor) == 0);
}

static void signals_although_signals_come(void)
{
	int descriptor = new_eventfd();

	interruptions = 2;
	CHECK(jfs_eventfd_signal(descriptor) == 0);
	CHECK(interruptions == 0);
	CHECK(count(descriptor) == 1);
	CHECK(close(descriptor) == 0);
}

static void signals_no_closed_descriptor(void)
{
	int descriptor = new_eventfd();

	CHECK(close(descriptor) == 0);
	CHECK(jfs_eventfd_signal(descriptor) == EBADF);
	CHECK(jfs_eventfd_signal(-1) == EBADF);
}

static void accepts(int descriptor)
{
	CHECK(descriptor >= 0);
	CHECK(jfs_eventfd_check(descriptor) == 0);
	CHECK(close(descriptor) == 0);
}

static void refuses(int descriptor, int error)
{
	CHECK(descriptor >= 0);
	CHECK(jfs_eventfd_check(descriptor) == error);
	CHECK(close(descriptor) == 0);
}

static void checks_what_came_from_a_peer(void)
{
	int closed = new_eventfd(), memory = UNTOUCHED, ends[2];

	accepts(new_eventfd());
	accepts(eventfd(7, EFD_NONBLOCK | EFD_CLOEXEC));
	accepts(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC | EFD_SEMAPHORE));
	refuses(eventfd(0, EFD_CLOEXEC), EINVAL);
	CHECK(pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0);
	refuses(ends[0], EINVAL);
	refuses(ends[1], EINVAL);
	/* The kernel keeps both in the same place. */
	refuses(epoll_create1(EPOLL_CLOEXEC), EINVAL);
	refuses(open("/dev/null", O_RDWR | O_NONBLOCK | O_CLOEXEC), EINVAL);
	CHECK(jfs_memory_create(4096, &memory) == 0);
	refuses(memory, EINVAL);
	CHECK(close(closed) == 0);
	CHECK(jfs_eventfd_check(closed) == EBADF);
	CHECK(jfs_eventfd_check(-1) == EBADF);
	CHECK(jfs_eventfd_check(INT32_MIN) == EBADF);
}

static void trusts_none_without_proc(void)
{
	without_proc = true;
	refuses(new_eventfd(), ENOENT);
	without_proc = false;
}

int main(void)
{
	each_signal_wakes_though_nothing_is_read();
	a_signal_before_the_sleep_is_not_lost();
	makes_one_that_neither_blocks_nor_is_inherited();
	makes_none_where_there_is_room_for_none();
	a_full_counter_is_emptied_and_does_not_block();
	signals_although_signals_come();
	signals_no_closed_descriptor();
	checks_what_came_from_a_peer();
	trusts_none_without_proc();
	return check_result();
}
