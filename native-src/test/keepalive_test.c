#include "jfs/keepalive.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

static void keeps_what_was_set(void)
{
	const struct jfs_keepalive wanted = {.on = true, .idle = 61, .interval = 7, .count = 5};
	struct jfs_keepalive before, after;
	int tcp = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	CHECK(tcp >= 0);
	CHECK(jfs_keepalive_get(tcp, &before) == 0);
	CHECK(!before.on);
	CHECK(jfs_keepalive_set(tcp, &wanted) == 0);
	CHECK(jfs_keepalive_get(tcp, &after) == 0);
	CHECK(after.on && after.idle == 61 && after.interval == 7 && after.count == 5);
	CHECK(jfs_keepalive_set(tcp, &before) == 0);
	CHECK(jfs_keepalive_get(tcp, &after) == 0);
	CHECK(!after.on && after.idle == before.idle);
	CHECK(after.interval == before.interval && after.count == before.count);
	CHECK(close(tcp) == 0);
}

/* A host's default may be larger than what a socket option accepts. */
static void is_switched_off_though_a_time_is_refused(void)
{
	const struct jfs_keepalive on = {.on = true, .idle = 61, .interval = 7, .count = 5};
	const struct jfs_keepalive off = {.on = false, .idle = 86400, .interval = 7, .count = 5};
	struct jfs_keepalive after;
	int tcp = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	CHECK(jfs_keepalive_set(tcp, &on) == 0);
	CHECK(jfs_keepalive_set(tcp, &off) == EINVAL);
	CHECK(jfs_keepalive_get(tcp, &after) == 0);
	CHECK(!after.on);
	CHECK(close(tcp) == 0);
}

static void refuses_what_is_no_tcp_socket(void)
{
	const struct jfs_keepalive wanted = {.on = true, .idle = 61, .interval = 7, .count = 5};
	struct jfs_keepalive found = {.idle = -4711};
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

	CHECK(nothing >= 0);
	CHECK(jfs_keepalive_get(nothing, &found) == ENOTSOCK);
	CHECK(jfs_keepalive_get(-1, &found) == EBADF);
	CHECK(jfs_keepalive_get(nothing, NULL) == EINVAL);
	CHECK(found.idle == -4711);
	CHECK(jfs_keepalive_set(nothing, &wanted) == ENOTSOCK);
	CHECK(close(nothing) == 0);
}

int main(void)
{
	keeps_what_was_set();
	is_switched_off_though_a_time_is_refused();
	refuses_what_is_no_tcp_socket();
	return check_result();
}
