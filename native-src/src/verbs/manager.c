/* Opening and closing, and the loop that waits for events. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

/* In jfs_verbs.polled; behind them those of the contexts. */
#define WAKEUP 0U
#define CHANNEL 1U
#define FIXED 2U

#define SECOND INT64_C(1000000000)
#define MILLISECOND INT64_C(1000000)

int jfs_verbs_open(struct jfs_verbs **out_verbs)
{
	struct jfs_verbs_library library;
	int error;

	if (out_verbs == NULL)
		return EINVAL;
	error = jfs_verbs_load(&library);
	if (error)
		return error;
	error = jfs_verbs_start(&library, out_verbs);
	if (error) {
		jfs_verbs_unload(&library);
		return error;
	}
	(*out_verbs)->routes_apart = true;
	return 0;
}

int jfs_verbs_start(const struct jfs_verbs_library *library, struct jfs_verbs **out_verbs)
{
	struct jfs_verbs *verbs = calloc(1, sizeof(*verbs));
	int error, flags;

	if (verbs == NULL)
		return ENOMEM;
	verbs->library = *library;
	jfs_link_init(&verbs->contexts);
	jfs_link_init(&verbs->pending);
	verbs->polled_room = FIXED;
	verbs->polled = calloc(verbs->polled_room, sizeof(*verbs->polled));
	if (verbs->polled == NULL) {
		error = ENOMEM;
		goto free_verbs;
	}
	verbs->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (verbs->wakeup < 0) {
		error = errno;
		goto free_polled;
	}
	/*
	 * Before anything is made. On kernels before 5.12, a fork of this process would leave the
	 * pages of a device's queues to the process that writes first. Fails if other code in this
	 * process has used the library before, with or without this call.
	 */
	verbs->library.calls.fork_init();
	errno = 0;
	verbs->channel = verbs->library.calls.create_event_channel();
	if (verbs->channel == NULL) {
		/*
		 * No device file, no permission, no device, or an unknown version of the interface.
		 */
		error = jfs_verbs_errno();
		if (error != ENOMEM && error != EMFILE && error != ENFILE)
			error = ENODEV;
		goto close_wakeup;
	}
	flags = fcntl(verbs->channel->fd, F_GETFL);
	if (flags < 0 || fcntl(verbs->channel->fd, F_SETFL, flags | O_NONBLOCK) != 0) {
		error = errno;
		goto destroy_channel;
	}
	*out_verbs = verbs;
	return 0;

destroy_channel:
	verbs->library.calls.destroy_event_channel(verbs->channel);
close_wakeup:
	close(verbs->wakeup);
free_polled:
	free(verbs->polled);
free_verbs:
	free(verbs);
	return error;
}

void jfs_verbs_close(struct jfs_verbs *verbs)
{
	if (verbs == NULL)
		return;
	jfs_verbs_end_routes(verbs);
	verbs->library.calls.destroy_event_channel(verbs->channel);
	close(verbs->wakeup);
	free(verbs->polled);
	jfs_verbs_unload(&verbs->library);
	free(verbs);
}

void jfs_verbs_wake(struct jfs_verbs *verbs)
{
	const uint64_t one = 1;
	ssize_t written;

	/* It fails only if the counter is full, and then the event thread is awake. */
	do
		written = write(verbs->wakeup, &one, sizeof(one));
	while (written < 0 && errno == EINTR);
}

static void sleep_again(struct jfs_verbs *verbs)
{
	uint64_t count;
	ssize_t got;

	do
		got = read(verbs->wakeup, &count, sizeof(count));
	while (got < 0 && errno == EINTR);
}

void jfs_verbs_pend(struct jfs_verbs_connection *connection, unsigned events)
{
	if (connection->pending == 0)
		jfs_link_append(&connection->verbs->pending, &connection->pending_link);
	connection->pending |= events;
}

/* Completions come before the event that broke the connection. */
static bool take_pending(struct jfs_verbs *verbs, struct jfs_verbs_event *event)
{
	struct jfs_verbs_connection *connection;
	unsigned taken;

	if (jfs_link_alone(&verbs->pending))
		return false;
	connection =
		JFS_LINKED(verbs->pending.next, struct jfs_verbs_connection, pending_link);
	if ((connection->pending & JFS_VERBS_PENDING_COMPLETIONS) != 0) {
		taken = JFS_VERBS_PENDING_COMPLETIONS;
		event->kind = JFS_VERBS_COMPLETIONS;
	} else {
		taken = JFS_VERBS_PENDING_BROKEN;
		event->kind = JFS_VERBS_BROKEN;
	}
	event->token = connection->owner.token;
	connection->pending &= ~taken;
	if (connection->pending == 0)
		jfs_link_remove(&connection->pending_link);
	return true;
}

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

/* Two descriptors for each context: completions, and asynchronous events of the device. */
static size_t fill_polled(struct jfs_verbs *verbs)
{
	size_t count = FIXED;

	verbs->polled[WAKEUP].fd = verbs->wakeup;
	verbs->polled[CHANNEL].fd = verbs->channel->fd;
	for (struct jfs_link *link = verbs->contexts.next; link != &verbs->contexts;
	     link = link->next) {
		struct jfs_verbs_context *context =
			JFS_LINKED(link, struct jfs_verbs_context, link);

		/* poll(2) ignores a negative one. */
		verbs->polled[count++].fd = context->gone ? -1 : context->channel->fd;
		verbs->polled[count++].fd = context->gone ? -1 : context->device->async_fd;
	}
	for (size_t i = 0; i < count; i++) {
		verbs->polled[i].events = POLLIN;
		verbs->polled[i].revents = 0;
	}
	return count;
}

/* Takes from the first ready descriptor behind the last one used; one is ready. */
static int take_ready(struct jfs_verbs *verbs, size_t count, struct jfs_verbs_event *event,
		      bool *out_taken)
{
	struct jfs_verbs_context *context;
	struct jfs_link *link;
	size_t ready = verbs->turn % count;
	int error;

	while (verbs->polled[ready].revents == 0)
		ready = (ready + 1) % count;
	verbs->turn = ready + 1;
	*out_taken = false;
	if (ready == WAKEUP) {
		sleep_again(verbs);
		*out_taken = true;
		return 0;
	}
	if (ready == CHANNEL) {
		error = jfs_verbs_take_cm_event(verbs, event);
		*out_taken = error == 0 && event->kind != JFS_VERBS_NONE;
		return error == EAGAIN || error == EINTR ? 0 : error;
	}
	link = verbs->contexts.next;
	for (size_t i = FIXED; i + 1 < ready; i += 2)
		link = link->next;
	context = JFS_LINKED(link, struct jfs_verbs_context, link);
	if ((ready - FIXED) % 2 == 0)
		jfs_verbs_read_completions(verbs, context);
	else
		jfs_verbs_read_asynchronous(verbs, context);
	return 0;
}

int jfs_verbs_next_event(struct jfs_verbs *verbs, int timeout_millis,
			 struct jfs_verbs_event *out_event)
{
	int64_t deadline = timeout_millis < 0 ? -1 : now() + timeout_millis * MILLISECOND;
	struct jfs_verbs_event event;
	bool taken;
	size_t count;
	int ready, error;

	memset(&event, 0, sizeof(event));
	while (!take_pending(verbs, &event) && !jfs_verbs_take_route(verbs, &event)) {
		count = fill_polled(verbs);
		ready = poll(verbs->polled, count, until(deadline));
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
	}
	*out_event = event;
	return 0;
}
