#include "fake_devices.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fake_calls.h"
#include "fake_queue.h"
#include "fake_verbs.h"

#define DEVICES 2U

struct told_asynchronous {
	struct jfs_link link;
	struct ibv_async_event event;
};

struct fake_device {
	struct ibv_device device;
	struct ibv_context context;	/* the manager's */
	struct fake_queue asynchronous;
	bool opened;
};

static struct fake_device devices[DEVICES];

static int fork_init(void)
{
	if (fake.live > 0)
		fake_misuse("forks are prepared for too late");
	fake.forks = true;
	return fake.fork_error;
}

static struct ibv_device **get_device_list(int *count)
{
	struct ibv_device **list;

	if (fake_fails())
		return NULL;
	if (fake.list_error) {
		errno = fake.list_error;
		return NULL;
	}
	list = fake_made(sizeof(*list) * (DEVICES + 1));
	for (unsigned i = 0; i < fake.devices; i++) {
		list[i] = &devices[i].device;
		list[i]->transport_type = fake.transport;
	}
	if (count != NULL)
		*count = (int)fake.devices;
	return list;
}

static void free_device_list(struct ibv_device **list)
{
	fake_destroyed(list);
}

static struct ibv_context *open_device(struct ibv_device *device)
{
	struct ibv_context *context;

	if (fake_fails())
		return NULL;
	context = fake_made(sizeof(*context));
	context->device = device;
	return context;
}

static int close_device(struct ibv_context *context)
{
	fake_destroyed(context);
	return 0;
}

static int query_device(struct ibv_context *context, struct ibv_device_attr *attributes)
{
	if (fake_fails())
		return fake_failure();
	attributes->phys_port_cnt = 2;
	attributes->vendor_id = fake.vendor;
	attributes->node_guid = context == &devices[1].context ? 2 : 1;
	return 0;
}

/* Its last argument is a structure of which only the name is known here. */
static int query_port(struct ibv_context *context, uint8_t port,
		      struct _compat_ibv_port_attr *attributes)
{
	struct ibv_port_attr *known = (void *)attributes;

	(void)context;
	if (fake_fails())
		return fake_failure();
	known->state = port == 2 ? fake.port_state : IBV_PORT_DOWN;
	known->link_layer = port == 2 ? fake.link_layer : IBV_LINK_LAYER_UNSPECIFIED;
	return 0;
}

static int get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	struct fake_device *device = JFS_LINKED(context, struct fake_device, context);
	struct told_asynchronous *told;
	struct jfs_link *thing;

	if (fake_fails())
		return -1;
	thing = fake_queue_get(&device->asynchronous);
	if (thing == NULL)
		return -1;
	told = JFS_LINKED(thing, struct told_asynchronous, link);
	*event = told->event;
	fake_destroyed(told);
	fake.live++;	/* until acknowledged */
	return 0;
}

static void ack_async_event(struct ibv_async_event *event)
{
	(void)event;
	fake.live--;
}

void fake_asynchronous(struct ibv_context *device, enum ibv_event_type type, struct ibv_qp *qp,
		       struct ibv_cq *cq, int port)
{
	struct told_asynchronous *told = fake_made(sizeof(*told));

	told->event.event_type = type;
	if (qp != NULL)
		told->event.element.qp = qp;
	else if (cq != NULL)
		told->event.element.cq = cq;
	else
		told->event.element.port_num = port;
	fake_queue_put(&JFS_LINKED(device, struct fake_device, context)->asynchronous, &told->link);
}

void fake_lose(struct ibv_context *device)
{
	struct fake_queue *queue = &JFS_LINKED(device, struct fake_device, context)->asynchronous;
	uint64_t one = 1;

	queue->lost = true;
	if (write(queue->descriptor, &one, sizeof(one)) != sizeof(one))
		abort();
}

void fake_device_calls(struct jfs_verbs_calls *calls)
{
	calls->fork_init = fork_init;
	calls->get_device_list = get_device_list;
	calls->free_device_list = free_device_list;
	calls->open_device = open_device;
	calls->close_device = close_device;
	calls->query_device = query_device;
	calls->query_port = query_port;
	calls->get_async_event = get_async_event;
	calls->ack_async_event = ack_async_event;
}

struct ibv_context *fake_context(unsigned device)
{
	return &devices[device].context;
}

void fake_devices_reset(const struct ibv_context_ops *ops)
{
	for (unsigned i = 0; i < DEVICES; i++) {
		struct fake_device *device = &devices[i];

		if (device->opened)
			close(device->asynchronous.descriptor);
		memset(device, 0, sizeof(*device));
		snprintf(device->device.name, sizeof(device->device.name), "fake%u", i);
		device->context.device = &device->device;
		device->context.ops = *ops;
		fake_queue_open(&device->asynchronous);
		device->context.async_fd = device->asynchronous.descriptor;
		device->opened = true;
	}
}
