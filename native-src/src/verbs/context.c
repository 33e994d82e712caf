/* The devices that connections are on, and their events. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* So that one device with many events does not delay the others. */
#define AT_ONCE 64

static int do_not_block(int descriptor)
{
	int flags = fcntl(descriptor, F_GETFL);

	if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0)
		return errno;
	return 0;
}

static struct jfs_verbs_context *find(struct jfs_verbs *verbs, const struct ibv_context *device)
{
	for (struct jfs_link *link = verbs->contexts.next; link != &verbs->contexts;
	     link = link->next) {
		struct jfs_verbs_context *context =
			JFS_LINKED(link, struct jfs_verbs_context, link);

		if (context->device == device)
			return context;
	}
	return NULL;
}

/*
 * The vendor ids of Soft-RoCE and siw, as their drivers report them; older Soft-RoCE reports none.
 * IEEE has assigned neither to hardware.
 */
#define VENDOR_NONE 0U
#define VENDOR_RXE 0xffffffU
#define VENDOR_SIW 0x626d74U

static int find_out(const struct jfs_verbs_calls *calls, struct jfs_verbs_context *context)
{
	struct ibv_device_attr attributes;
	int error;

	memset(&attributes, 0, sizeof(attributes));
	error = calls->query_device(context->device, &attributes);
	if (error)
		return error > 0 ? error : EIO;
	context->guid = attributes.node_guid;
	context->software = attributes.vendor_id == VENDOR_NONE ||
			    attributes.vendor_id == VENDOR_RXE ||
			    attributes.vendor_id == VENDOR_SIW;
	return 0;
}

/* Makes room for the new context's two descriptors, so that waiting itself needs no memory. */
static int make_room(struct jfs_verbs *verbs)
{
	size_t room = 4;
	void *polled;

	for (struct jfs_link *link = verbs->contexts.next; link != &verbs->contexts;
	     link = link->next)
		room += 2;
	if (room <= verbs->polled_room)
		return 0;
	polled = realloc(verbs->polled, room * sizeof(*verbs->polled));
	if (polled == NULL)
		return ENOMEM;
	verbs->polled = polled;
	verbs->polled_room = room;
	return 0;
}

static int make(struct jfs_verbs *verbs, struct ibv_context *device,
		struct jfs_verbs_context **out_context)
{
	const struct jfs_verbs_calls *calls = &verbs->library.calls;
	struct jfs_verbs_context *context;
	int error;

	error = make_room(verbs);
	if (error)
		return error;
	context = calloc(1, sizeof(*context));
	if (context == NULL)
		return ENOMEM;
	context->device = device;
	jfs_link_init(&context->connections);
	error = find_out(calls, context);
	if (error)
		goto free_context;
	errno = 0;
	context->channel = calls->create_comp_channel(device);
	if (context->channel == NULL) {
		error = jfs_verbs_errno();
		goto free_context;
	}
	error = do_not_block(context->channel->fd);
	if (error)
		goto destroy_channel;
	error = do_not_block(device->async_fd);
	if (error)
		goto destroy_channel;
	jfs_link_append(&verbs->contexts, &context->link);
	*out_context = context;
	return 0;

destroy_channel:
	calls->destroy_comp_channel(context->channel);
free_context:
	free(context);
	return error;
}

int jfs_verbs_join_context(struct jfs_verbs_connection *connection)
{
	struct ibv_context *device = connection->id->verbs;
	struct jfs_verbs_context *context;
	int error;

	if (device == NULL)
		return ENODEV;
	context = find(connection->verbs, device);
	if (context == NULL) {
		error = make(connection->verbs, device, &context);
		if (error)
			return error;
	} else if (context->gone) {
		return ENODEV;
	}
	connection->endpoint.context = context;
	jfs_link_append(&context->connections, &connection->endpoint.link);
	return 0;
}

void jfs_verbs_leave_context(struct jfs_verbs_connection *connection)
{
	struct jfs_verbs_context *context = connection->endpoint.context;

	connection->endpoint.context = NULL;
	jfs_link_remove(&connection->endpoint.link);
	if (!jfs_link_alone(&context->connections))
		return;
	connection->verbs->library.calls.destroy_comp_channel(context->channel);
	jfs_link_remove(&context->link);
	free(context);
}

/* Pends BROKEN for each connection that the event is about. */
static void pend_broken(struct jfs_verbs_context *context, const struct ibv_qp *qp,
			const struct ibv_cq *cq)
{
	for (struct jfs_link *link = context->connections.next; link != &context->connections;
	     link = link->next) {
		struct jfs_verbs_connection *connection =
			JFS_LINKED(link, struct jfs_verbs_connection, endpoint.link);

		if (qp != NULL && connection->endpoint.qp != qp)
			continue;
		if (cq != NULL && connection->endpoint.cq != cq)
			continue;
		jfs_verbs_pend(connection, JFS_VERBS_PENDING_BROKEN);
	}
}

/* A failing descriptor stays ready for ever, since the kernel has removed the device. */
static void lose(struct jfs_verbs_context *context)
{
	if (errno == EAGAIN || errno == EINTR)
		return;
	context->gone = true;
	pend_broken(context, NULL, NULL);
}

void jfs_verbs_read_completions(struct jfs_verbs *verbs, struct jfs_verbs_context *context)
{
	const struct jfs_verbs_calls *calls = &verbs->library.calls;

	for (int i = 0; i < AT_ONCE; i++) {
		struct ibv_cq *cq;
		void *connection;

		errno = 0;
		if (calls->get_cq_event(context->channel, &cq, &connection) != 0) {
			lose(context);
			return;
		}
		/* At once, since the cq cannot be destroyed before. */
		calls->ack_cq_events(cq, 1);
		jfs_verbs_pend(connection, JFS_VERBS_PENDING_COMPLETIONS);
	}
}

void jfs_verbs_read_asynchronous(struct jfs_verbs *verbs, struct jfs_verbs_context *context)
{
	const struct jfs_verbs_calls *calls = &verbs->library.calls;

	for (int i = 0; i < AT_ONCE; i++) {
		struct ibv_async_event event;

		errno = 0;
		if (calls->get_async_event(context->device, &event) != 0) {
			lose(context);
			return;
		}
		switch (event.event_type) {
		case IBV_EVENT_QP_FATAL:
		case IBV_EVENT_QP_REQ_ERR:
		case IBV_EVENT_QP_ACCESS_ERR:
			/* It may be a qp of another user in this process. */
			pend_broken(context, event.element.qp, NULL);
			break;
		case IBV_EVENT_CQ_ERR:
			pend_broken(context, NULL, event.element.cq);
			break;
		case IBV_EVENT_DEVICE_FATAL:
			pend_broken(context, NULL, NULL);
			break;
		default:
			/*
			 * A port without a link breaks nothing either (IBV_EVENT_PORT_ERR): the
			 * link may be back before long, and the device sends lost packets again.
			 */
			break;
		}
		calls->ack_async_event(&event);
	}
}
