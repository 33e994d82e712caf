#include "cm_event.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"
#include "instance.h"
#include "listener.h"

/*
 * What is needed of an event after its acknowledgement: no identifier can be destroyed before that.
 */
struct told {
	enum rdma_cm_event_type type;
	struct rdma_cm_id *id;
	struct rdma_cm_id *listener;	/* of a request */
	int status;
	int left;			/* librdmacm's errno: it fails an event with -1 */
	bool for_ever;
	uint32_t peer_qp;
};

static int take(struct jfs_verbs *verbs, struct told *told, struct jfs_verbs_event *event)
{
	const struct jfs_verbs_calls *calls = &verbs->library.calls;
	const struct rdma_conn_param *param;
	struct rdma_cm_event *given;
	size_t length;

	errno = 0;
	if (calls->get_cm_event(verbs->channel, &given) != 0)
		return jfs_verbs_errno();
	told->left = errno;
	told->type = given->event;
	told->id = given->id;
	told->listener = given->listen_id;
	told->status = given->status;
	param = &given->param.conn;
	/* Seven is not a count but means "for ever". */
	told->for_ever = param->retry_count >= 7 || param->rnr_retry_count >= 7;
	told->peer_qp = param->qp_num;
	length = param->private_data != NULL ? param->private_data_len : 0;
	if (length > sizeof(event->data))
		length = sizeof(event->data);
	if (length > 0)
		memcpy(event->data, param->private_data, length);
	event->data_length = (uint8_t)length;
	calls->ack_cm_event(given);
	return 0;
}

static void no_data(struct jfs_verbs_event *event)
{
	memset(event->data, 0, sizeof(event->data));
	event->data_length = 0;
}

static void take_request(struct jfs_verbs *verbs, const struct told *told,
			 struct jfs_verbs_event *event)
{
	const struct jfs_verbs_owner *owner = told->listener->context;
	struct jfs_verbs_request *request = calloc(1, sizeof(*request));

	/* It has inherited the listener's context, and gets its own when accepted. */
	told->id->context = NULL;
	if (request == NULL) {
		verbs->library.calls.reject(told->id, NULL, 0);
		verbs->library.calls.destroy_id(told->id);
		no_data(event);
		return;
	}
	request->verbs = verbs;
	request->id = told->id;
	request->for_ever = told->for_ever;
	event->kind = JFS_VERBS_REQUEST;
	event->token = owner->token;
	event->request = request;
	event->local = told->id->route.addr.src_storage;
	event->remote = told->id->route.addr.dst_storage;
	event->peer_qp = told->peer_qp;
	if (event->data_length > JFS_VERBS_REQUEST_DATA)
		event->data_length = JFS_VERBS_REQUEST_DATA;
}

/* The manager's status is a negative errno value, or a code of another kind. */
static int error_of(const struct told *told, int otherwise)
{
	if (told->status == -1 && told->left > 0)
		return told->left;
	return told->status < 0 ? -told->status : otherwise;
}

static void tell(struct jfs_verbs_connection *connection, struct jfs_verbs_event *event,
		 enum jfs_verbs_event_kind kind)
{
	connection->state = JFS_VERBS_OVER;
	event->kind = kind;
	no_data(event);
}

static void fail(struct jfs_verbs_connection *connection, struct jfs_verbs_event *event, int error,
		 int status)
{
	tell(connection, event, JFS_VERBS_FAILED);
	event->error = error;
	event->status = status;
}

static bool connecting(const struct jfs_verbs_connection *connection)
{
	return connection->state < JFS_VERBS_CONNECTED;
}

/* A success event, for the step of the current state; anything else is stale. */
static void go_on(struct jfs_verbs_connection *connection, const struct told *told,
		  struct jfs_verbs_event *event)
{
	int error = 0;

	if (told->type == RDMA_CM_EVENT_ADDR_RESOLVED) {
		if (connection->state == JFS_VERBS_RESOLVING_ADDRESS)
			error = jfs_verbs_resolve_route(connection);
	} else if (connection->route.asked) {
		/* The call is about to return: open nothing while a thread is inside it. */
		connection->routed = true;
	} else if (connection->state == JFS_VERBS_RESOLVING_ROUTE) {
		error = jfs_verbs_request_connection(connection);
	}
	if (error)
		fail(connection, event, error, told->status);
	else
		no_data(event);
}

/* The next connection that the router gives back; NULL for none now. */
static struct jfs_verbs_connection *found(struct jfs_verbs *verbs)
{
	struct jfs_verbs_route *route = jfs_verbs_found_route(verbs->router);

	return route == NULL ? NULL : JFS_LINKED(route, struct jfs_verbs_connection, route);
}

bool jfs_verbs_take_route(struct jfs_verbs *verbs, struct jfs_verbs_event *out_event)
{
	struct jfs_verbs_connection *connection;
	struct jfs_verbs_event event;
	int error;

	while ((connection = found(verbs)) != NULL) {
		if (connection->abandoned) {
			jfs_verbs_destroy(connection);
			continue;
		}
		if (connection->state != JFS_VERBS_RESOLVING_ROUTE)
			continue; /* it has failed meanwhile, which was reported */
		error = connection->route.error;
		if (error == 0 && connection->routed)
			error = jfs_verbs_request_connection(connection);
		if (error) {
			memset(&event, 0, sizeof(event));
			event.token = connection->owner.token;
			fail(connection, &event, error, 0);
			*out_event = event;
			return true;
		}
	}
	return false;
}

void jfs_verbs_end_routes(struct jfs_verbs *verbs)
{
	struct jfs_verbs_connection *connection;

	jfs_verbs_stop_router(verbs->router);
	/* All that are left were destroyed while the call was under way. */
	while ((connection = found(verbs)) != NULL)
		jfs_verbs_destroy(connection);
	jfs_verbs_free_router(verbs->router);
}

static void refused(struct jfs_verbs_connection *connection, const struct told *told,
		    struct jfs_verbs_event *event)
{
	if (connection->state == JFS_VERBS_CONNECTING) {
		connection->state = JFS_VERBS_OVER;
		event->kind = JFS_VERBS_REFUSED;
		event->error = ECONNREFUSED;
		event->status = told->status;
	} else {
		/* This end has accepted, and the peer has withdrawn. */
		fail(connection, event, ECONNABORTED, told->status);
	}
}

static void translate(struct jfs_verbs_connection *connection, const struct told *told,
		      struct jfs_verbs_event *event)
{
	if (connection->abandoned) {
		no_data(event);
		return;
	}
	event->token = connection->owner.token;
	switch (told->type) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		go_on(connection, told, event);
		break;
	case RDMA_CM_EVENT_ADDR_ERROR:
	case RDMA_CM_EVENT_ROUTE_ERROR:
	case RDMA_CM_EVENT_UNREACHABLE:
		if (connecting(connection))
			fail(connection, event, error_of(told, EHOSTUNREACH), told->status);
		break;
	case RDMA_CM_EVENT_CONNECT_ERROR:
		if (connecting(connection))
			fail(connection, event, error_of(told, ECONNABORTED), told->status);
		break;
	case RDMA_CM_EVENT_REJECTED:
		if (connecting(connection))
			refused(connection, told, event);
		break;
	case RDMA_CM_EVENT_ESTABLISHED:
		if (connection->state == JFS_VERBS_CONNECTING) {
			event->kind = JFS_VERBS_ACCEPTED;
			event->peer_qp = told->peer_qp;
		} else if (connection->state == JFS_VERBS_ACCEPTING) {
			event->kind = JFS_VERBS_ESTABLISHED;
			no_data(event);
		} else {
			break;
		}
		connection->state = JFS_VERBS_CONNECTED;
		break;
	case RDMA_CM_EVENT_DISCONNECTED:
		if (connection->state != JFS_VERBS_OVER)
			tell(connection, event, JFS_VERBS_DISCONNECTED);
		break;
	case RDMA_CM_EVENT_DEVICE_REMOVAL:
		/* Even when over: the device waits until the connection is destroyed. */
		tell(connection, event, JFS_VERBS_DEVICE_GONE);
		break;
	default:
		break;
	}
}

int jfs_verbs_take_cm_event(struct jfs_verbs *verbs, struct jfs_verbs_event *out_event)
{
	struct jfs_verbs_event event;
	struct jfs_verbs_owner *owner;
	struct told told;
	int error;

	memset(&event, 0, sizeof(event));
	error = take(verbs, &told, &event);
	if (error)
		return error;
	owner = told.id->context;
	if (told.type == RDMA_CM_EVENT_CONNECT_REQUEST) {
		take_request(verbs, &told, &event);
	} else if (owner == NULL) {
		/* A request not yet answered: answering it shows what has become of it. */
		no_data(&event);
	} else if (owner->listens) {
		no_data(&event);
		event.token = owner->token;
		/*
		 * The address may have moved to another device, as when a bond fails over: requests
		 * there do not reach this listener. Connections that exist go on where they are.
		 */
		if (told.type == RDMA_CM_EVENT_DEVICE_REMOVAL ||
		    told.type == RDMA_CM_EVENT_ADDR_CHANGE)
			event.kind = JFS_VERBS_DEVICE_GONE;
	} else {
		/* The owner is the connection's first member. */
		translate((struct jfs_verbs_connection *)(void *)owner, &told, &event);
	}
	if (event.kind == JFS_VERBS_NONE)
		memset(&event, 0, sizeof(event));
	*out_event = event;
	return 0;
}
