/* What happens while librdmacm blocks, waiting for ibacm's answer about a route. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "verbs_fixture.h"

#define TIMEOUT_SECONDS 5

/* How rdma_resolve_route() behaves: it blocks until it is let out, and then returns this. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t change;
	bool inside;
	bool let_out;
	bool in_vain;		/* it was not let out while it blocked */
	int error;
	pthread_t caller;
} route = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};

static int blocking_route(struct rdma_cm_id *id, int timeout)
{
	struct timespec deadline;
	int error;

	(void)id;
	(void)timeout;
	CHECK(clock_gettime(CLOCK_REALTIME, &deadline) == 0);
	deadline.tv_sec += TIMEOUT_SECONDS;
	pthread_mutex_lock(&route.lock);
	route.caller = pthread_self();
	route.inside = true;
	pthread_cond_broadcast(&route.change);
	while (!route.let_out && !route.in_vain)
		route.in_vain = pthread_cond_timedwait(&route.change, &route.lock, &deadline) != 0;
	route.inside = false;
	error = route.error;
	pthread_mutex_unlock(&route.lock);
	errno = error;
	return error ? -1 : 0;
}

static struct jfs_verbs *begun(void)
{
	struct jfs_verbs_library library;
	struct jfs_verbs *verbs = NULL;

	fake_reset();
	library = fake_library();
	library.calls.resolve_route = blocking_route;
	CHECK(jfs_verbs_start(&library, &verbs) == 0);
	verbs->routes_apart = true; /* as jfs_verbs_open() sets it */
	route.inside = route.let_out = route.in_vain = false;
	route.error = 0;
	return verbs;
}

/* A connection that is looking for its route. */
static struct jfs_verbs_connection *looking(struct jfs_verbs *verbs)
{
	struct jfs_verbs_connection *connection = NULL;

	CHECK(connect_with(verbs, &usual, NULL, 0, TOKEN, &connection) == 0);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	CHECK(connection->state == JFS_VERBS_RESOLVING_ROUTE);
	pthread_mutex_lock(&route.lock);
	while (!route.inside && !route.in_vain)
		pthread_cond_wait(&route.change, &route.lock);
	pthread_mutex_unlock(&route.lock);
	CHECK(!route.in_vain);
	CHECK(!pthread_equal(route.caller, pthread_self()));
	return connection;
}

static void let_out(int error)
{
	pthread_mutex_lock(&route.lock);
	route.error = error;
	route.let_out = true;
	pthread_cond_broadcast(&route.change);
	pthread_mutex_unlock(&route.lock);
}

/* The next event but for those that only wake this thread. */
static struct jfs_verbs_event awaited(struct jfs_verbs *verbs)
{
	struct jfs_verbs_event event;

	do
		CHECK(jfs_verbs_next_event(verbs, TIMEOUT_SECONDS * 1000, &event) == 0);
	while (event.kind == JFS_VERBS_NONE);
	return event;
}

static void others_hear_of_theirs_meanwhile(void)
{
	struct jfs_verbs *verbs = begun();
	struct jfs_verbs_listener *listener = listening(verbs);
	struct jfs_verbs_connection *connection = looking(verbs);

	jfs_verbs_refuse(requested(verbs, listener), NULL, 0);
	CHECK(!route.in_vain);
	let_out(0);
	fake_event(connection->id, RDMA_CM_EVENT_ROUTE_RESOLVED, 0, NULL, 0);
	CHECK(awaited(verbs).kind == JFS_VERBS_ACCEPTED);
	jfs_verbs_unlisten(listener);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

/* The kernel's answer may come before the call returns. */
static void an_answer_before_the_call_returns_is_kept(void)
{
	struct jfs_verbs *verbs = begun();
	struct jfs_verbs_connection *connection = looking(verbs);

	fake_event(connection->id, RDMA_CM_EVENT_ROUTE_RESOLVED, 0, NULL, 0);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	CHECK(connection->endpoint.qp == NULL);
	let_out(0);
	CHECK(awaited(verbs).kind == JFS_VERBS_ACCEPTED);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

static void a_route_that_cannot_be_asked_for_fails_the_connection(void)
{
	struct jfs_verbs *verbs = begun();
	struct jfs_verbs_connection *connection = looking(verbs);
	struct jfs_verbs_event event;

	let_out(ENETUNREACH);
	event = awaited(verbs);
	CHECK(event.kind == JFS_VERBS_FAILED);
	CHECK(event.token == TOKEN);
	CHECK(event.error == ENETUNREACH);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

static void a_failure_is_told_once(void)
{
	struct jfs_verbs *verbs = begun();
	struct jfs_verbs_connection *connection = looking(verbs);

	fake_event(connection->id, RDMA_CM_EVENT_ROUTE_ERROR, -ETIMEDOUT, NULL, 0);
	CHECK(next(verbs).kind == JFS_VERBS_FAILED);
	let_out(EINVAL);
	while (connection->route.asked)
		CHECK(next(verbs).kind == JFS_VERBS_NONE);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

/* The thread inside librdmacm uses the identifier; its events meanwhile go nowhere. */
static void a_connection_destroyed_meanwhile_stays_until_the_call_returns(void)
{
	struct jfs_verbs *verbs = begun();
	struct jfs_verbs_connection *connection = looking(verbs);
	struct rdma_cm_id *id = connection->id;
	int live = fake.live;

	jfs_verbs_destroy(connection);
	CHECK(fake.live == live);
	fake_event(id, RDMA_CM_EVENT_DEVICE_REMOVAL, 0, NULL, 0);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	let_out(0);
	while (fake.live == live)
		CHECK(next(verbs).kind == JFS_VERBS_NONE);
	closed(verbs);
}

static void closing_waits_for_the_call(void)
{
	struct jfs_verbs *verbs = begun();

	jfs_verbs_destroy(looking(verbs));
	let_out(0);
	closed(verbs);
}

static void a_connection_that_waits_for_its_turn_is_destroyed_at_once(void)
{
	struct jfs_verbs *verbs = begun();
	struct jfs_verbs_connection *first = looking(verbs), *second = NULL;
	int live = fake.live;

	CHECK(connect_with(verbs, &usual, NULL, 0, TOKEN + 1, &second) == 0);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	CHECK(second->route.asked);
	jfs_verbs_destroy(second);
	CHECK(fake.live == live);
	let_out(EINVAL);
	CHECK(awaited(verbs).kind == JFS_VERBS_FAILED);
	jfs_verbs_destroy(first);
	closed(verbs);
}

/* For which librdmacm asks the kernel alone, so that no thread is needed. */
static void a_device_of_another_transport_is_asked_at_once(void)
{
	struct jfs_verbs *verbs = begun();
	struct jfs_verbs_connection *connection = NULL;

	fake.transport = IBV_TRANSPORT_IWARP;
	let_out(0);
	CHECK(connect_with(verbs, &usual, NULL, 0, TOKEN, &connection) == 0);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	CHECK(pthread_equal(route.caller, pthread_self()));
	CHECK(verbs->router == NULL);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

int main(void)
{
	others_hear_of_theirs_meanwhile();
	an_answer_before_the_call_returns_is_kept();
	a_route_that_cannot_be_asked_for_fails_the_connection();
	a_failure_is_told_once();
	a_connection_destroyed_meanwhile_stays_until_the_call_returns();
	closing_waits_for_the_call();
	a_connection_that_waits_for_its_turn_is_destroyed_at_once();
	a_device_of_another_transport_is_asked_at_once();
	return check_result();
}
