#include "connection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "addresses.h"
#include "instance.h"
#include "listener.h"

#define MOST_RETRIES 6U
#define MOST_ACK_TIMEOUT 31U

/*
 * How often to retry at a peer without a receive slot, which takes up to 0.7 s each time. JFS's
 * sender knows of a slot, so this is for devices that report that for other reasons.
 */
#define RECEIVER_RETRIES 3U

/* RDMA_OPTION_ID_ACK_TIMEOUT, which headers before 2019 lack. */
#define OPTION_ACK_TIMEOUT 3

static bool valid_slots(uint32_t slots)
{
	return slots >= JFS_VERBS_LEAST_SLOTS && slots <= JFS_VERBS_MOST_SLOTS;
}

static bool valid(const struct jfs_verbs_settings *settings)
{
	return valid_slots(settings->receive_slots) && valid_slots(settings->send_slots) &&
	       settings->ack_timeout >= 1 && settings->ack_timeout <= MOST_ACK_TIMEOUT &&
	       settings->retries <= MOST_RETRIES && settings->resolve_millis >= 1;
}

static struct jfs_verbs_connection *make(struct jfs_verbs *verbs, uint64_t token,
					 const struct jfs_verbs_settings *settings)
{
	struct jfs_verbs_connection *connection = calloc(1, sizeof(*connection));

	if (connection == NULL)
		return NULL;
	connection->owner.token = token;
	connection->verbs = verbs;
	connection->settings = *settings;
	jfs_verbs_init_route(&connection->route, settings->resolve_millis);
	jfs_verbs_init_endpoint(&connection->endpoint, token);
	return connection;
}

/* Kernels before 5.2 do not know the option, and take about 2 s. */
static void set_ack_timeout(struct jfs_verbs_connection *connection)
{
	uint8_t timeout = connection->settings.ack_timeout;

	connection->verbs->library.calls.set_option(connection->id, RDMA_OPTION_ID,
						    OPTION_ACK_TIMEOUT, &timeout, sizeof(timeout));
}

/* Allows one RDMA read each way, which JFS never does: some iWARP devices begin with one. */
static void fill_parameters(const struct jfs_verbs_connection *connection, const void *data,
			    size_t length, struct rdma_conn_param *param)
{
	memset(param, 0, sizeof(*param));
	param->private_data = length > 0 ? data : NULL;
	param->private_data_len = (uint8_t)length;
	param->responder_resources = 1;
	param->initiator_depth = 1;
	param->flow_control = 1;
	param->retry_count = connection->settings.retries;
	param->rnr_retry_count = RECEIVER_RETRIES;
}

int jfs_verbs_connect(struct jfs_verbs *verbs, const struct sockaddr *local,
		      const struct sockaddr *remote, const struct jfs_verbs_settings *settings,
		      const void *data, size_t length, uint64_t token,
		      struct jfs_verbs_connection **out_connection)
{
	const struct jfs_verbs_calls *calls = &verbs->library.calls;
	struct sockaddr_storage from, to;
	struct jfs_verbs_connection *connection;
	int error;

	if (!valid(settings) || length > JFS_VERBS_REQUEST_DATA || (data == NULL && length > 0))
		return EINVAL;
	error = jfs_verbs_copy_host(local, &from);
	if (error)
		return error;
	error = jfs_verbs_copy_address(remote, &to);
	if (error)
		return error;
	connection = make(verbs, token, settings);
	if (connection == NULL)
		return ENOMEM;
	if (length > 0)
		memcpy(connection->data, data, length);
	connection->data_length = (uint8_t)length;
	errno = 0;
	if (calls->create_id(verbs->channel, &connection->id, &connection->owner, RDMA_PS_TCP)) {
		error = jfs_verbs_errno();
		goto free_connection;
	}
	/* Before the route is resolved, since that uses it. */
	set_ack_timeout(connection);
	connection->state = JFS_VERBS_RESOLVING_ADDRESS;
	errno = 0;
	if (calls->resolve_addr(connection->id, (struct sockaddr *)&from, (struct sockaddr *)&to,
				settings->resolve_millis) != 0) {
		error = jfs_verbs_errno();
		goto destroy_id;
	}
	*out_connection = connection;
	return 0;

destroy_id:
	calls->destroy_id(connection->id);
free_connection:
	free(connection);
	return error;
}

static int find_route(struct jfs_verbs *verbs, struct jfs_verbs_route *route)
{
	int error;

	if (verbs->router == NULL) {
		error = jfs_verbs_start_router(&verbs->library.calls, verbs->wakeup,
					       &verbs->router);
		if (error)
			return error;
	}
	jfs_verbs_find_route(verbs->router, route);
	return 0;
}

int jfs_verbs_resolve_route(struct jfs_verbs_connection *connection)
{
	struct jfs_verbs *verbs = connection->verbs;
	int error;

	connection->route.id = connection->id;
	/*
	 * For other transports than InfiniBand's, which RoCE has, too, librdmacm asks the kernel
	 * alone.
	 */
	if (verbs->routes_apart &&
	    connection->id->verbs->device->transport_type == IBV_TRANSPORT_IB)
		error = find_route(verbs, &connection->route);
	else
		error = jfs_verbs_ask_route(&verbs->library.calls, &connection->route);
	if (error == 0)
		connection->state = JFS_VERBS_RESOLVING_ROUTE;
	return error;
}

static int open_endpoint(struct jfs_verbs_connection *connection)
{
	return jfs_verbs_open_endpoint(&connection->endpoint, &connection->verbs->contexts,
				       connection->id, &connection->settings);
}

int jfs_verbs_request_connection(struct jfs_verbs_connection *connection)
{
	struct rdma_conn_param param;
	int error;

	error = open_endpoint(connection);
	if (error)
		return error;
	fill_parameters(connection, connection->data, connection->data_length, &param);
	errno = 0;
	/* If it fails, destroying the connection frees what was opened. */
	if (connection->verbs->library.calls.connect(connection->id, &param) != 0)
		return jfs_verbs_errno();
	connection->state = JFS_VERBS_CONNECTING;
	return 0;
}

int jfs_verbs_accept(struct jfs_verbs_request *request, const struct jfs_verbs_settings *settings,
		     const void *data, size_t length, uint64_t token,
		     struct jfs_verbs_connection **out_connection)
{
	struct jfs_verbs_connection *connection;
	struct rdma_conn_param param;
	int error;

	if (!valid(settings) || length > JFS_VERBS_ACCEPT_DATA || (data == NULL && length > 0))
		return EINVAL;
	/*
	 * The acceptor has to take the client's retry count: with endless retries it would never
	 * notice a dead peer.
	 */
	if (request->for_ever)
		return EPROTO;
	connection = make(request->verbs, token, settings);
	if (connection == NULL)
		return ENOMEM;
	connection->id = request->id;
	error = open_endpoint(connection);
	if (error)
		goto free_connection;
	set_ack_timeout(connection);
	fill_parameters(connection, data, length, &param);
	connection->state = JFS_VERBS_ACCEPTING;
	connection->id->context = &connection->owner;
	errno = 0;
	if (connection->verbs->library.calls.accept(connection->id, &param) != 0) {
		error = jfs_verbs_errno();
		goto close_endpoint;
	}
	free(request);
	*out_connection = connection;
	return 0;

close_endpoint:
	connection->id->context = NULL;
	jfs_verbs_close_endpoint(&connection->endpoint);
free_connection:
	free(connection);
	return error;
}

void jfs_verbs_disconnect(struct jfs_verbs_connection *connection)
{
	/* There may be nothing to disconnect yet: destroying ends an attempt to connect. */
	if (connection->disconnected || connection->endpoint.qp == NULL ||
	    connection->state == JFS_VERBS_CONNECTING)
		return;
	connection->disconnected = true;
	/* If it fails, the peer has disconnected before. */
	connection->verbs->library.calls.disconnect(connection->id);
}

void jfs_verbs_destroy(struct jfs_verbs_connection *connection)
{
	if (connection == NULL)
		return;
	if (!jfs_verbs_forget_route(connection->verbs->router, &connection->route)) {
		/* A thread is inside librdmacm with the identifier; nothing else was opened yet. */
		connection->abandoned = true;
		return;
	}
	jfs_verbs_close_endpoint(&connection->endpoint);
	connection->verbs->library.calls.destroy_id(connection->id);
	free(connection);
}
