/* The loop that waits for events. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <time.h>

#include "cm_event.h"
#include "context.h"
#include "instance.h"
#include "pending.h"
#include "wakeup.h"

/* In contexts->polled, before those of contexts. */
#define WAKEUP 0U
#define CHANNEL 1U

_Static_assert(CHANNEL + 1 == JFS_VERBS_OTHERS_POLLED, "room for both");

/*
 * So many looks at ready descriptors may bring nothing once the time is up: most bring a step of a
 * connection that is no event yet, but a descriptor may also stay ready and have nothing.
 */
#define MOST_VAIN 1000

#define SECOND INT64_C(1000000000)
#define MILLISECOND INT64_C(1000000)

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECOND + time.tv_nsec;
}

/* Milliseconds for poll(2), rounded up so that it does not return early. */
static int until(int64_t deadline)
{
	int64_t left;

	if (deadline < 0)
		return -1;
	left = deadline - now();
	if (left <= 0)
		return 0;
	left = (left + MILLISECOND - 1) / MILLISECOND;
	return left < INT_MAX ? (int)left : INT_MAX;
}

static size_t fill_polled(struct jfs_verbs *verbs)
{
	size_t count = jfs_verbs_poll_contexts(&verbs->contexts);
	struct pollfd *polled = verbs->contexts.polled;

	polled[WAKEUP].fd = verbs->wakeup;
	polled[CHANNEL].fd = verbs->channel->fd;
	for (size_t i = 0; i < count; i++) {
		polled[i].events = POLLIN;
		polled[i].revents = 0;
	}
	return count;
}

/* Takes from the first ready descriptor behind the last one used; one is ready. */
static int take_ready(struct jfs_verbs *verbs, size_t count, struct jfs_verbs_event *event,
		      bool *out_taken)
{
	size_t ready = verbs->turn % count;
	int error;

	while (verbs->contexts.polled[ready].revents == 0)
		ready = (ready + 1) % count;
	verbs->turn = ready + 1;
	*out_taken = false;
	if (ready == WAKEUP) {
		jfs_verbs_clear_wakeup(verbs->wakeup);
		*out_taken = true;
		return 0;
	}
	if (ready == CHANNEL) {
		error = jfs_verbs_take_cm_event(verbs, event);
		*out_taken = error == 0 && event->kind != JFS_VERBS_NONE;
		return error == EAGAIN || error == EINTR ? 0 : error;
	}
	jfs_verbs_read_context(&verbs->contexts, ready);
	return 0;
}

int jfs_verbs_next_event(struct jfs_verbs *verbs, int timeout_millis,
			 struct jfs_verbs_event *out_event)
{
	int64_t deadline = timeout_millis < 0 ? -1 : now() + timeout_millis * MILLISECOND;
	struct jfs_verbs_event event;
	bool taken;
	size_t count;
	int ready, error, vain = 0;

	memset(&event, 0, sizeof(event));
	while (!jfs_verbs_take_pending(&verbs->contexts.pending, &event) &&
	       !jfs_verbs_take_route(verbs, &event)) {
		count = fill_polled(verbs);
		ready = poll(verbs->contexts.polled, count, until(deadline));
		if (ready < 0 && errno != EINTR)
			return errno;
		if (ready == 0 && until(deadline) == 0)
			break;
		if (ready <= 0)
			continue;
		error = take_ready(verbs, count, &event, &taken);
		if (error)
			return error;
		if (taken)
			break;
		if (until(deadline) == 0 && ++vain == MOST_VAIN)
			break;
	}
	*out_event = event;
	return 0;
}
