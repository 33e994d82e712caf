#include "context.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "endpoint.h"
#include "pending.h"

/* Events of one descriptor. */
#define AT_ONCE 64

/* Of each context in contexts->polled: completions, and asynchronous events of the device. */
#define POLLED_EACH 2U

/*
 * The vendor ids of Soft-RoCE and siw, as their drivers report them; older Soft-RoCE reports none.
 * IEEE has assigned neither to hardware.
 */
#define VENDOR_NONE 0U
#define VENDOR_RXE 0xffffffU
#define VENDOR_SIW 0x626d74U

static struct jfs_verbs_context *context_of(struct jfs_link *link)
{
	return JFS_LINKED(link, struct jfs_verbs_context, link);
}

int jfs_verbs_init_contexts(struct jfs_verbs_contexts *contexts,
			    const struct jfs_verbs_calls *calls)
{
	struct pollfd *polled = calloc(JFS_VERBS_OTHERS_POLLED, sizeof(*polled));

	if (polled == NULL)
		return ENOMEM;
	contexts->calls = calls;
	jfs_link_init(&contexts->list);
	jfs_link_init(&contexts->pending);
	contexts->polled = polled;
	contexts->polled_room = JFS_VERBS_OTHERS_POLLED;
	return 0;
}

void jfs_verbs_free_contexts(struct jfs_verbs_contexts *contexts)
{
	free(contexts->polled);
}

static struct jfs_verbs_context *find(struct jfs_verbs_contexts *contexts,
				      const struct ibv_context *device)
{
	for (struct jfs_link *link = contexts->list.next; link != &contexts->list;
	     link = link->next)
		if (context_of(link)->device == device)
			return context_of(link);
	return NULL;
}

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

static int do_not_block(int descriptor)
{
	int flags = fcntl(descriptor, F_GETFL);

	if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0)
		return errno;
	return 0;
}

/* Makes room for one more context's descriptors. */
static int make_room(struct jfs_verbs_contexts *contexts)
{
	size_t room = JFS_VERBS_OTHERS_POLLED + POLLED_EACH;
	struct pollfd *polled;

	for (struct jfs_link *link = contexts->list.next; link != &contexts->list;
	     link = link->next)
		room += POLLED_EACH;
	if (room <= contexts->polled_room)
		return 0;
	polled = realloc(contexts->polled, room * sizeof(*polled));
	if (polled == NULL)
		return ENOMEM;
	contexts->polled = polled;
	contexts->polled_room = room;
	return 0;
}

static int make(struct jfs_verbs_contexts *contexts, struct ibv_context *device,
		struct jfs_verbs_context **out_context)
{
	const struct jfs_verbs_calls *calls = contexts->calls;
	struct jfs_verbs_context *context;
	int error;

	error = make_room(contexts);
	if (error)
		return error;
	context = calloc(1, sizeof(*context));
	if (context == NULL)
		return ENOMEM;
	context->device = device;
	jfs_link_init(&context->endpoints);
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
	jfs_link_append(&contexts->list, &context->link);
	*out_context = context;
	return 0;

destroy_channel:
	calls->destroy_comp_channel(context->channel);
free_context:
	free(context);
	return error;
}

int jfs_verbs_join_context(struct jfs_verbs_contexts *contexts, struct ibv_context *device,
			   struct jfs_verbs_endpoint *endpoint)
{
	struct jfs_verbs_context *context;
	int error;

	if (device == NULL)
		return ENODEV;
	context = find(contexts, device);
	if (context == NULL) {
		error = make(contexts, device, &context);
		if (error)
			return error;
	} else if (context->gone) {
		return ENODEV;
	}
	endpoint->context = context;
	jfs_link_append(&context->endpoints, &endpoint->link);
	return 0;
}

void jfs_verbs_leave_context(struct jfs_verbs_contexts *contexts,
			     struct jfs_verbs_endpoint *endpoint)
{
	struct jfs_verbs_context *context = endpoint->context;

	endpoint->context = NULL;
	jfs_link_remove(&endpoint->link);
	if (!jfs_link_alone(&context->endpoints))
		return;
	contexts->calls->destroy_comp_channel(context->channel);
	jfs_link_remove(&context->link);
	free(context);
}

size_t jfs_verbs_poll_contexts(struct jfs_verbs_contexts *contexts)
{
	size_t count = JFS_VERBS_OTHERS_POLLED;

	for (struct jfs_link *link = contexts->list.next; link != &contexts->list;
	     link = link->next) {
		const struct jfs_verbs_context *context = context_of(link);

		/* poll(2) ignores a negative one. */
		contexts->polled[count++].fd = context->gone ? -1 : context->channel->fd;
		contexts->polled[count++].fd = context->gone ? -1 : context->device->async_fd;
	}
	return count;
}

/* Pends BROKEN for each endpoint that the event is about. */
static void pend_broken(struct jfs_verbs_contexts *contexts, struct jfs_verbs_context *context,
			const struct ibv_qp *qp, const struct ibv_cq *cq)
{
	for (struct jfs_link *link = context->endpoints.next; link != &context->endpoints;
	     link = link->next) {
		struct jfs_verbs_endpoint *endpoint =
			JFS_LINKED(link, struct jfs_verbs_endpoint, link);

		if (qp != NULL && endpoint->qp != qp)
			continue;
		if (cq != NULL && endpoint->cq != cq)
			continue;
		jfs_verbs_pend(&contexts->pending, &endpoint->pending, JFS_VERBS_PENDING_BROKEN);
	}
}

/* A failing descriptor stays ready for ever, since the kernel has removed the device. */
static void lose(struct jfs_verbs_contexts *contexts, struct jfs_verbs_context *context)
{
	if (errno == EAGAIN || errno == EINTR)
		return;
	context->gone = true;
	pend_broken(contexts, context, NULL, NULL);
}

static void read_completions(struct jfs_verbs_contexts *contexts,
			     struct jfs_verbs_context *context)
{
	for (int i = 0; i < AT_ONCE; i++) {
		struct jfs_verbs_endpoint *endpoint;
		struct ibv_cq *cq;
		void *cq_context;

		errno = 0;
		if (contexts->calls->get_cq_event(context->channel, &cq, &cq_context) != 0) {
			lose(contexts, context);
			return;
		}
		/* At once, since the cq cannot be destroyed before. */
		contexts->calls->ack_cq_events(cq, 1);
		endpoint = cq_context;
		jfs_verbs_pend(&contexts->pending, &endpoint->pending,
			       JFS_VERBS_PENDING_COMPLETIONS);
	}
}

static void read_asynchronous(struct jfs_verbs_contexts *contexts,
			      struct jfs_verbs_context *context)
{
	for (int i = 0; i < AT_ONCE; i++) {
		struct ibv_async_event event;

		errno = 0;
		if (contexts->calls->get_async_event(context->device, &event) != 0) {
			lose(contexts, context);
			return;
		}
		switch (event.event_type) {
		case IBV_EVENT_QP_FATAL:
		case IBV_EVENT_QP_REQ_ERR:
		case IBV_EVENT_QP_ACCESS_ERR:
			/* It may be a qp of another user in this process. */
			pend_broken(contexts, context, event.element.qp, NULL);
			break;
		case IBV_EVENT_CQ_ERR:
			pend_broken(contexts, context, NULL, event.element.cq);
			break;
		case IBV_EVENT_DEVICE_FATAL:
			pend_broken(contexts, context, NULL, NULL);
			break;
		default:
			/*
			 * A port without a link breaks nothing either (IBV_EVENT_PORT_ERR): the
			 * link may be back before long, and the device sends lost packets again.
			 */
			break;
		}
		contexts->calls->ack_async_event(&event);
	}
}

void jfs_verbs_read_context(struct jfs_verbs_contexts *contexts, size_t index)
{
	struct jfs_link *link = contexts->list.next;
	size_t which = index - JFS_VERBS_OTHERS_POLLED;

	for (size_t i = 0; i < which / POLLED_EACH; i++)
		link = link->next;
	if (which % POLLED_EACH == 0)
		read_completions(contexts, context_of(link));
	else
		read_asynchronous(contexts, context_of(link));
}
