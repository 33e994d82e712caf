/* Events of the connection manager and of the devices, and what becomes of them. */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "verbs_fixture.h"

static int64_t millis(void)
{
	struct timespec time;

	CHECK(clock_gettime(CLOCK_MONOTONIC, &time) == 0);
	return time.tv_sec * INT64_C(1000) + time.tv_nsec / 1000000;
}

/* Requests a connection, and gets the events up to that. */
static struct jfs_verbs_connection *connecting(struct jfs_verbs *verbs, enum jfs_verbs_state state)
{
	struct jfs_verbs_connection *connection = NULL;

	fake.answers = false;
	CHECK(connect_with(verbs, &usual, NULL, 0, TOKEN, &connection) == 0);
	if (state > JFS_VERBS_RESOLVING_ADDRESS)
		fake_event(connection->id, RDMA_CM_EVENT_ADDR_RESOLVED, 0, NULL, 0);
	if (state > JFS_VERBS_RESOLVING_ROUTE)
		fake_event(connection->id, RDMA_CM_EVENT_ROUTE_RESOLVED, 0, NULL, 0);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	CHECK(connection->state == state);
	return connection;
}

static struct jfs_verbs_connection *accepting(struct jfs_verbs *verbs)
{
	struct jfs_verbs_connection *connection = NULL;
	struct jfs_verbs_listener *listener = listening(verbs);

	fake.answers = false;
	CHECK(jfs_verbs_accept(requested(verbs, listener), &usual, NULL, 0, TOKEN, &connection) ==
	      0);
	jfs_verbs_unlisten(listener);
	return connection;
}

struct answer {
	enum jfs_verbs_state state;
	enum rdma_cm_event_type told;
	int status;
	enum jfs_verbs_event_kind kind;
	int error;
};

static const struct answer answers[] = {
	{JFS_VERBS_RESOLVING_ADDRESS, RDMA_CM_EVENT_ADDR_ERROR, -ETIMEDOUT, JFS_VERBS_FAILED,
	 ETIMEDOUT},
	{JFS_VERBS_RESOLVING_ADDRESS, RDMA_CM_EVENT_ADDR_ERROR, 0, JFS_VERBS_FAILED, EHOSTUNREACH},
	{JFS_VERBS_RESOLVING_ADDRESS, RDMA_CM_EVENT_ADDR_ERROR, -1, JFS_VERBS_FAILED, ENETDOWN},
	{JFS_VERBS_RESOLVING_ROUTE, RDMA_CM_EVENT_ROUTE_ERROR, -EINVAL, JFS_VERBS_FAILED, EINVAL},
	{JFS_VERBS_RESOLVING_ROUTE, RDMA_CM_EVENT_ROUTE_ERROR, 3, JFS_VERBS_FAILED, EHOSTUNREACH},
	{JFS_VERBS_CONNECTING, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT, JFS_VERBS_FAILED, ETIMEDOUT},
	{JFS_VERBS_CONNECTING, RDMA_CM_EVENT_CONNECT_ERROR, 0, JFS_VERBS_FAILED, ECONNABORTED},
	{JFS_VERBS_CONNECTING, RDMA_CM_EVENT_CONNECT_ERROR, -1, JFS_VERBS_FAILED, ENETDOWN},
	{JFS_VERBS_CONNECTING, RDMA_CM_EVENT_REJECTED, 8, JFS_VERBS_REFUSED, ECONNREFUSED},
	{JFS_VERBS_CONNECTING, RDMA_CM_EVENT_ESTABLISHED, 0, JFS_VERBS_ACCEPTED, 0},
	{JFS_VERBS_CONNECTING, RDMA_CM_EVENT_DISCONNECTED, 0, JFS_VERBS_DISCONNECTED, 0},
	{JFS_VERBS_RESOLVING_ADDRESS, RDMA_CM_EVENT_DEVICE_REMOVAL, 0, JFS_VERBS_DEVICE_GONE, 0},
	{JFS_VERBS_ACCEPTING, RDMA_CM_EVENT_ESTABLISHED, 0, JFS_VERBS_ESTABLISHED, 0},
	{JFS_VERBS_ACCEPTING, RDMA_CM_EVENT_REJECTED, 28, JFS_VERBS_FAILED, ECONNABORTED},
	{JFS_VERBS_ACCEPTING, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT, JFS_VERBS_FAILED, ETIMEDOUT},
	{JFS_VERBS_ACCEPTING, RDMA_CM_EVENT_CONNECT_ERROR, -ECONNRESET, JFS_VERBS_FAILED,
	 ECONNRESET},
	{JFS_VERBS_ACCEPTING, RDMA_CM_EVENT_DISCONNECTED, 0, JFS_VERBS_DISCONNECTED, 0},
	{JFS_VERBS_CONNECTED, RDMA_CM_EVENT_DISCONNECTED, 0, JFS_VERBS_DISCONNECTED, 0},
	{JFS_VERBS_CONNECTED, RDMA_CM_EVENT_DEVICE_REMOVAL, 0, JFS_VERBS_DEVICE_GONE, 0},
	{JFS_VERBS_CONNECTED, RDMA_CM_EVENT_ESTABLISHED, 0, JFS_VERBS_NONE, 0},
	{JFS_VERBS_CONNECTED, RDMA_CM_EVENT_ADDR_RESOLVED, 0, JFS_VERBS_NONE, 0},
	{JFS_VERBS_CONNECTED, RDMA_CM_EVENT_ROUTE_RESOLVED, 0, JFS_VERBS_NONE, 0},
	{JFS_VERBS_CONNECTED, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT, JFS_VERBS_NONE, 0},
	{JFS_VERBS_CONNECTED, RDMA_CM_EVENT_TIMEWAIT_EXIT, 0, JFS_VERBS_NONE, 0},
	{JFS_VERBS_CONNECTED, RDMA_CM_EVENT_ADDR_CHANGE, 0, JFS_VERBS_NONE, 0},
	{JFS_VERBS_CONNECTED, RDMA_CM_EVENT_MULTICAST_JOIN, 0, JFS_VERBS_NONE, 0},
};

static void translates_what_the_manager_tells(void)
{
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		const struct answer *answer = &answers[i];
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_connection *connection;
		struct jfs_verbs_event event;

		if (answer->state == JFS_VERBS_CONNECTED)
			connection = connected(verbs);
		else if (answer->state == JFS_VERBS_ACCEPTING)
			connection = accepting(verbs);
		else
			connection = connecting(verbs, answer->state);
		fake_event(connection->id, answer->told, answer->status, NULL, 0);
		event = next(verbs);
		CHECK(event.kind == answer->kind);
		CHECK(event.error == answer->error);
		CHECK(event.data_length == 0);
		if (event.kind != JFS_VERBS_NONE)
			CHECK(event.token == TOKEN);
		if (event.kind == JFS_VERBS_FAILED || event.kind == JFS_VERBS_REFUSED)
			CHECK(event.status == answer->status);
		/* Only once. */
		if (event.kind == JFS_VERBS_FAILED || event.kind == JFS_VERBS_DISCONNECTED)
			fake_event(connection->id, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
		CHECK(next(verbs).kind == JFS_VERBS_NONE);
		jfs_verbs_destroy(connection);
		closed(verbs);
	}
}

/* Private data that arrive are padded, and longer than what was sent. */
static void passes_private_data_on(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connecting(verbs, JFS_VERBS_CONNECTING);
	struct jfs_verbs_listener *listener;
	struct jfs_verbs_event event;
	uint8_t data[255];

	memset(data, 0, sizeof(data));
	memcpy(data, "no, for a reason", 16);
	fake_event(connection->id, RDMA_CM_EVENT_REJECTED, 28, data, JFS_VERBS_REFUSE_DATA);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_REFUSED && event.status == 28);
	CHECK(event.data_length == JFS_VERBS_REFUSE_DATA);
	CHECK(memcmp(event.data, data, JFS_VERBS_REFUSE_DATA) == 0);
	jfs_verbs_destroy(connection);

	connection = connecting(verbs, JFS_VERBS_CONNECTING);
	fake_event(connection->id, RDMA_CM_EVENT_ESTABLISHED, 0, data, sizeof(data));
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_ACCEPTED);
	CHECK(event.data_length == JFS_VERBS_ACCEPT_DATA);
	CHECK(memcmp(event.data, data, JFS_VERBS_ACCEPT_DATA) == 0);
	jfs_verbs_destroy(connection);

	listener = listening(verbs);
	fake_request(listener->id, 3, data, sizeof(data));
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_REQUEST && event.token == LISTENER_TOKEN);
	CHECK(event.data_length == JFS_VERBS_REQUEST_DATA);
	CHECK(event.local.ss_family == AF_INET);
	CHECK(((struct sockaddr_in *)(void *)&event.local)->sin_addr.s_addr == htonl(0x0a090002));
	CHECK(((struct sockaddr_in *)(void *)&event.remote)->sin_addr.s_addr == htonl(0x0a090001));
	jfs_verbs_refuse(event.request, "no", 2);
	jfs_verbs_unlisten(listener);
	closed(verbs);
}

static void keeps_to_requests_that_are_wanted(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_listener *listener = listening(verbs);
	struct jfs_verbs_request *request = requested(verbs, listener);
	struct jfs_verbs_connection *connection = NULL;

	/* Gone with the listener. */
	fake_request(listener->id, 3, "please", 6);
	fake_event(listener->id, RDMA_CM_EVENT_DEVICE_REMOVAL, 0, NULL, 0);
	/* There is no event of a request that is not answered yet. */
	fake_event(request->id, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
	jfs_verbs_unlisten(listener);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	/* It does not need the listener. */
	CHECK(jfs_verbs_accept(request, &usual, NULL, 0, TOKEN, &connection) == 0);
	CHECK(next(verbs).kind == JFS_VERBS_ESTABLISHED);
	jfs_verbs_destroy(connection);

	listener = listening(verbs);
	fake_event(listener->id, RDMA_CM_EVENT_DEVICE_REMOVAL, 0, NULL, 0);
	/* The address has moved from the device where it listens. */
	fake_event(listener->id, RDMA_CM_EVENT_ADDR_CHANGE, 0, NULL, 0);
	for (int i = 0; i < 2; i++) {
		struct jfs_verbs_event event = next(verbs);

		CHECK(event.kind == JFS_VERBS_DEVICE_GONE && event.token == LISTENER_TOKEN);
	}
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	jfs_verbs_unlisten(listener);
	closed(verbs);
}

static void tells_of_completions_once_armed(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *one = connected_with(verbs, &usual, 1);
	struct jfs_verbs_connection *two = connected_with(verbs, &usual, 2);
	struct jfs_verbs_event event;

	fake_receive(one->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	CHECK(jfs_verbs_arm(one) == 0 && jfs_verbs_arm(two) == 0);
	fake_receive(two->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	fake_receive(one->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	fake_receive(one->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 2);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 1);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	fake_fail(1, EINVAL);
	CHECK(jfs_verbs_arm(one) == EINVAL);
	jfs_verbs_destroy(two);
	jfs_verbs_destroy(one);
	closed(verbs);
}

/* There is no event of a destroyed connection, no matter where it was queued. */
static void forgets_events_of_what_is_gone(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *one = connected_with(verbs, &usual, 1);
	struct jfs_verbs_connection *two = connected_with(verbs, &usual, 2);
	struct jfs_verbs_connection *three = connected_with(verbs, &usual, 3);
	struct jfs_verbs_event event;

	fake.answers = false;
	CHECK(jfs_verbs_arm(one) == 0 && jfs_verbs_arm(two) == 0 && jfs_verbs_arm(three) == 0);
	fake_complete(one->endpoint.cq, 0, IBV_WC_RETRY_EXC_ERR);
	fake_complete(two->endpoint.cq, 0, IBV_WC_RETRY_EXC_ERR);
	fake_complete(three->endpoint.cq, 0, IBV_WC_RETRY_EXC_ERR);
	/* Now all three have been taken from the device, and two are not reported yet. */
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 1);
	jfs_verbs_destroy(two);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 3);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);

	/* Not yet taken from the device, or the manager. */
	CHECK(jfs_verbs_arm(one) == 0);
	fake_complete(one->endpoint.cq, 0, IBV_WC_WR_FLUSH_ERR);
	fake_event(one->id, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
	jfs_verbs_destroy(one);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	jfs_verbs_destroy(three);
	closed(verbs);
}

struct trouble {
	enum ibv_event_type type;
	bool qp, cq;
	int port; /* 0: of none */
	bool of_one, of_two;
};

static void tells_what_a_device_has_broken(void)
{
	static const struct trouble troubles[] = {
		{IBV_EVENT_QP_FATAL, true, false, 0, true, false},
		{IBV_EVENT_QP_REQ_ERR, true, false, 0, true, false},
		{IBV_EVENT_QP_ACCESS_ERR, true, false, 0, true, false},
		{IBV_EVENT_CQ_ERR, false, true, 0, true, false},
		/* The link may be back before any connection notices. */
		{IBV_EVENT_PORT_ERR, false, false, 1, false, false},
		{IBV_EVENT_DEVICE_FATAL, false, false, 0, true, true},
		{IBV_EVENT_PORT_ACTIVE, false, false, 1, false, false},
		{IBV_EVENT_COMM_EST, true, false, 0, false, false},
		{IBV_EVENT_GID_CHANGE, false, false, 1, false, false},
	};

	for (size_t i = 0; i < sizeof(troubles) / sizeof(troubles[0]); i++) {
		const struct trouble *trouble = &troubles[i];
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_connection *one = connected_with(verbs, &usual, 1);
		struct jfs_verbs_connection *two = connected_with(verbs, &usual, 2);
		struct jfs_verbs_event event;

		/* Two events are one until it is reported. */
		for (int j = 0; j < 2; j++)
			fake_asynchronous(one->id->verbs, trouble->type,
					  trouble->qp ? one->endpoint.qp : NULL,
					  trouble->cq ? one->endpoint.cq : NULL,
					  trouble->port);
		if (trouble->of_one) {
			event = next(verbs);
			CHECK(event.kind == JFS_VERBS_BROKEN && event.token == 1);
		}
		if (trouble->of_two) {
			event = next(verbs);
			CHECK(event.kind == JFS_VERBS_BROKEN && event.token == 2);
		}
		CHECK(next(verbs).kind == JFS_VERBS_NONE);
		jfs_verbs_destroy(one);
		jfs_verbs_destroy(two);
		closed(verbs);
	}
}

static void tells_devices_apart(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connections[4];
	struct jfs_verbs_event event;

	for (unsigned i = 0; i < 4; i++) {
		fake.device = i % 2;
		connections[i] = connected_with(verbs, &usual, i);
	}
	CHECK(jfs_verbs_device_guid(connections[0]) == jfs_verbs_device_guid(connections[2]));
	CHECK(jfs_verbs_device_guid(connections[0]) != jfs_verbs_device_guid(connections[1]));
	for (unsigned i = 0; i < 4; i++) {
		CHECK(jfs_verbs_arm(connections[i]) == 0);
		fake_complete(connections[i]->endpoint.cq, 0, IBV_WC_WR_FLUSH_ERR);
		event = next(verbs);
		CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == i);
	}
	fake_asynchronous(connections[3]->id->verbs, IBV_EVENT_DEVICE_FATAL, NULL, NULL, 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_BROKEN && event.token == 1);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_BROKEN && event.token == 3);
	/* The first device is no longer used, and then the other one. */
	jfs_verbs_destroy(connections[0]);
	jfs_verbs_destroy(connections[2]);
	CHECK(jfs_verbs_arm(connections[1]) == 0);
	fake_complete(connections[1]->endpoint.cq, 0, IBV_WC_WR_FLUSH_ERR);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 1);
	jfs_verbs_destroy(connections[3]);
	jfs_verbs_destroy(connections[1]);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	closed(verbs);
}

/* Another user of the device in this process has connections too. */
static void leaves_others_to_themselves(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct ibv_qp qp;

	memset(&qp, 0xa5, sizeof(qp));
	fake_asynchronous(connection->id->verbs, IBV_EVENT_QP_FATAL, &qp, NULL, 0);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

static void tells_what_has_completed_before_what_broke_it(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);

	CHECK(jfs_verbs_arm(connection) == 0);
	jfs_verbs_pend(&verbs->contexts.pending, &connection->endpoint.pending,
		       JFS_VERBS_PENDING_BROKEN);
	jfs_verbs_pend(&verbs->contexts.pending, &connection->endpoint.pending,
		       JFS_VERBS_PENDING_COMPLETIONS);
	CHECK(next(verbs).kind == JFS_VERBS_COMPLETIONS);
	CHECK(next(verbs).kind == JFS_VERBS_BROKEN);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

/* A failing descriptor is ready for ever, so it is not polled again. */
static void looks_no_more_at_a_device_that_is_lost(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs), *other = NULL;
	struct jfs_verbs_event event;

	fake_lose(connection->id->verbs);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_BROKEN && event.token == TOKEN);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	/* Nor does anything new begin there. */
	CHECK(connect_with(verbs, &usual, NULL, 0, 5, &other) == 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_FAILED && event.error == ENODEV);
	jfs_verbs_destroy(other);
	jfs_verbs_destroy(connection);
	closed(verbs);
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

static void fails_only_if_the_manager_does(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct jfs_verbs_event event = {.token = 4711};

	fake_event(connection->id, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
	fake_fail(1, ENOMEM);
	CHECK(jfs_verbs_next_event(verbs, 0, &event) == ENOMEM);
	CHECK(event.token == 4711);
	CHECK(next(verbs).kind == JFS_VERBS_DISCONNECTED);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

static void disconnects_once(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);

	jfs_verbs_disconnect(connection);
	jfs_verbs_disconnect(connection);
	CHECK(next(verbs).kind == JFS_VERBS_DISCONNECTED);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	jfs_verbs_destroy(connection);
	jfs_verbs_destroy(NULL);
	closed(verbs);
}

int main(void)
{
	translates_what_the_manager_tells();
	passes_private_data_on();
	keeps_to_requests_that_are_wanted();
	tells_of_completions_once_armed();
	forgets_events_of_what_is_gone();
	tells_what_a_device_has_broken();
	tells_devices_apart();
	leaves_others_to_themselves();
	tells_what_has_completed_before_what_broke_it();
	looks_no_more_at_a_device_that_is_lost();
	waits_as_long_as_it_is_told();
	waits_on_after_signals();
	wakes();
	takes_turns();
	fails_only_if_the_manager_does();
	disconnects_once();
	return check_result();
}
