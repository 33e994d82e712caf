/* How the thread that takes events waits for them, and in which order it takes them. */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "verbs_fixture.h"

static int64_t millis(void)
{
	struct timespec time;

	CHECK(clock_gettime(CLOCK_MONOTONIC, &time) == 0);
	return time.tv_sec * INT64_C(1000) + time.tv_nsec / 1000000;
}

static void waits_as_long_as_it_is_told(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_event event;
	int64_t start = millis();

	CHECK(jfs_verbs_next_event(verbs, 120, &event) == 0);
	CHECK(event.kind == JFS_VERBS_NONE);
	CHECK(millis() - start >= 119);
	closed(verbs);
}

static void ignore(int signal)
{
	(void)signal;
}

static void waits_on_after_signals(void)
{
	const struct itimerval often = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
	struct jfs_verbs *verbs = started();
	struct sigaction action, saved;
	struct jfs_verbs_event event;
	int64_t start = millis();

	memset(&action, 0, sizeof(action));
	action.sa_handler = ignore;
	CHECK(sigaction(SIGALRM, &action, &saved) == 0);
	CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
	CHECK(jfs_verbs_next_event(verbs, 150, &event) == 0);
	CHECK(event.kind == JFS_VERBS_NONE);
	CHECK(millis() - start >= 149);
	CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
	CHECK(sigaction(SIGALRM, &saved, NULL) == 0);
	closed(verbs);
}

static void *wake_later(void *verbs)
{
	const struct timespec while_asleep = {0, 50000000};

	nanosleep(&while_asleep, NULL);
	jfs_verbs_wake(verbs);
	return NULL;
}

static void wakes(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_event event;
	pthread_t thread;

	CHECK(pthread_create(&thread, NULL, wake_later, verbs) == 0);
	CHECK(jfs_verbs_next_event(verbs, -1, &event) == 0);
	CHECK(event.kind == JFS_VERBS_NONE);
	CHECK(pthread_join(thread, NULL) == 0);

	/* Several wake-ups before the wait count as one. */
	jfs_verbs_wake(verbs);
	jfs_verbs_wake(verbs);
	CHECK(jfs_verbs_next_event(verbs, -1, &event) == 0);
	CHECK(event.kind == JFS_VERBS_NONE);
	{
		int64_t start = millis();

		CHECK(jfs_verbs_next_event(verbs, 30, &event) == 0);
		CHECK(millis() - start >= 29);
	}
	closed(verbs);
}

/* A device with many events does not block the others. */
static void takes_turns(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_listener *listener = listening(verbs);
	struct jfs_verbs_connection *connection = connected(verbs);
	int requests = 0, completions = 0, broken = 0, nothing = 0;

	for (int i = 0; i < 12; i++) {
		struct jfs_verbs_event event;

		/* All four are always ready. */
		fake_request(listener->id, 3, NULL, 0);
		jfs_verbs_wake(verbs);
		CHECK(jfs_verbs_arm(connection) == 0);
		fake_complete(connection->endpoint.cq, 0, IBV_WC_WR_FLUSH_ERR);
		fake_asynchronous(connection->id->verbs, IBV_EVENT_DEVICE_FATAL, NULL, NULL, 0);
		event = next(verbs);
		if (event.kind == JFS_VERBS_REQUEST)
			jfs_verbs_refuse(event.request, NULL, 0);
		requests += event.kind == JFS_VERBS_REQUEST;
		completions += event.kind == JFS_VERBS_COMPLETIONS;
		broken += event.kind == JFS_VERBS_BROKEN;
		nothing += event.kind == JFS_VERBS_NONE;
	}
	CHECK(requests == 3 && completions == 3 && broken == 3 && nothing == 3);
	/* Takes what is left: the fake does not discard a device's events. */
	for (int i = 0; i < 40; i++) {
		struct jfs_verbs_event event = next(verbs);

		if (event.kind == JFS_VERBS_REQUEST)
			jfs_verbs_refuse(event.request, NULL, 0);
	}
	jfs_verbs_destroy(connection);
	jfs_verbs_unlisten(listener);
	closed(verbs);
}

/* As of a driver that fails otherwise than the kernel where a device is lost. */
static void returns_although_a_descriptor_stays_ready(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct ibv_comp_channel *channel = connection->endpoint.context->channel;
	struct jfs_verbs_event event;
	int own = channel->fd, ends[2];

	CHECK(pipe(ends) == 0);
	CHECK(close(ends[1]) == 0);
	channel->fd = ends[0];
	CHECK(jfs_verbs_next_event(verbs, 20, &event) == 0);
	CHECK(event.kind == JFS_VERBS_NONE);
	channel->fd = own;
	CHECK(close(ends[0]) == 0);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

int main(void)
{
	waits_as_long_as_it_is_told();
	returns_although_a_descriptor_stays_ready();
	waits_on_after_signals();
	wakes();
	takes_turns();
	return check_result();
}
