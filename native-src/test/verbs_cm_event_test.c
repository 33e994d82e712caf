/* Events of the connection manager, and what becomes of them. */
#include "verbs_fixture.h"

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
	fails_only_if_the_manager_does();
	disconnects_once();
	return check_result();
}
