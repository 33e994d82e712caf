#include "fake_manager.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fake_calls.h"
#include "fake_devices.h"
#include "fake_qp.h"
#include "fake_queue.h"
#include "fake_verbs.h"

struct told {
	struct jfs_link link;
	struct rdma_cm_event event;
	uint8_t data[256];
	int left;
};

struct fake_id {
	struct rdma_cm_id id;
	unsigned unacknowledged;
};

static struct rdma_event_channel manager;
static struct fake_queue manager_told;

static struct rdma_event_channel *create_event_channel(void)
{
	if (fake_fails())
		return NULL;
	fake_queue_open(&manager_told);
	manager.fd = manager_told.descriptor;
	fake.live++;
	return &manager;
}

static void destroy_event_channel(struct rdma_event_channel *channel)
{
	(void)channel;
	close(manager_told.descriptor);
	fake.live--;
}

static struct rdma_cm_id *make_id(void *context)
{
	struct fake_id *id = fake_made(sizeof(*id));

	id->id.channel = &manager;
	id->id.context = context;
	id->id.ps = RDMA_PS_TCP;
	return &id->id;
}

static void put_on_device(struct rdma_cm_id *id)
{
	id->verbs = fake_context(fake.device);
	id->verbs->device->transport_type = fake.transport;
	id->port_num = 1;
}

static int create_id(struct rdma_event_channel *channel, struct rdma_cm_id **out_id, void *context,
		     enum rdma_port_space space)
{
	(void)channel;
	if (fake_fails())
		return -1;
	if (space != RDMA_PS_TCP)
		fake_misuse("another port space was asked for");
	*out_id = make_id(context);
	return 0;
}

static int destroy_id(struct rdma_cm_id *given)
{
	struct fake_id *id = JFS_LINKED(given, struct fake_id, id);
	struct jfs_link *link = manager_told.things.next, *next;

	if (given->qp != NULL)
		fake_misuse("an identifier was destroyed before its qp");
	if (id->unacknowledged != 0)
		fake_misuse("an identifier was destroyed with events to acknowledge: it blocks");
	for (; link != &manager_told.things; link = next) {
		struct told *told = JFS_LINKED(link, struct told, link);
		bool request = told->event.listen_id == given;

		next = link->next;
		if (told->event.id != given && !request)
			continue;
		fake_queue_drop(&manager_told, link);
		if (request)
			fake_destroyed(JFS_LINKED(told->event.id, struct fake_id, id));
		fake_destroyed(told);
	}
	fake_destroyed(id);
	return 0;
}

static struct told *tell(struct rdma_cm_id *id, enum rdma_cm_event_type type, int status,
			 const void *data, size_t length)
{
	struct told *told = fake_made(sizeof(*told));

	told->event.id = id;
	told->event.event = type;
	told->event.status = status;
	told->event.param.conn.qp_num = FAKE_PEER_QP;
	if (length > 0) {
		memcpy(told->data, data, length);
		told->event.param.conn.private_data = told->data;
		told->event.param.conn.private_data_len = (uint8_t)length;
	}
	told->left = status == -1 ? ENETDOWN : 0;
	fake_queue_put(&manager_told, &told->link);
	return told;
}

void fake_event(struct rdma_cm_id *id, enum rdma_cm_event_type type, int status, const void *data,
		size_t length)
{
	if (type == RDMA_CM_EVENT_ADDR_RESOLVED)
		put_on_device(id);
	tell(id, type, status, data, length);
}

void fake_request(struct rdma_cm_id *listener, uint8_t retries, const void *data, size_t length)
{
	struct rdma_cm_id *id = make_id(listener->context);
	struct told *told;

	put_on_device(id);
	id->route.addr.src_sin.sin_family = AF_INET;
	id->route.addr.src_sin.sin_addr.s_addr = htonl(0x0a090002);
	id->route.addr.dst_sin.sin_family = AF_INET;
	id->route.addr.dst_sin.sin_addr.s_addr = htonl(0x0a090001);
	told = tell(id, RDMA_CM_EVENT_CONNECT_REQUEST, 0, data, length);
	told->event.listen_id = listener;
	told->event.param.conn.retry_count = retries;
}

static int get_cm_event(struct rdma_event_channel *channel, struct rdma_cm_event **out_event)
{
	struct jfs_link *thing;
	struct told *told;

	(void)channel;
	if (fake_fails())
		return -1;
	thing = fake_queue_get(&manager_told);
	if (thing == NULL)
		return -1;
	told = JFS_LINKED(thing, struct told, link);
	/* A request's event goes to the listener. */
	JFS_LINKED(told->event.listen_id != NULL ? told->event.listen_id : told->event.id,
		   struct fake_id, id)
		->unacknowledged++;
	errno = told->left;
	*out_event = &told->event;
	return 0;
}

static int ack_cm_event(struct rdma_cm_event *event)
{
	struct rdma_cm_id *id = event->listen_id != NULL ? event->listen_id : event->id;

	JFS_LINKED(id, struct fake_id, id)->unacknowledged--;
	fake_destroyed(JFS_LINKED(event, struct told, event));
	return 0;
}

static int set_option(struct rdma_cm_id *id, int level, int option, void *value, size_t length)
{
	(void)id;
	if (fake_fails())
		return -1;
	if (level != RDMA_OPTION_ID || length != sizeof(uint8_t))
		fake_misuse("another option was set");
	else if (option == RDMA_OPTION_ID_ACK_TIMEOUT)
		fake.ack_timeout = *(const uint8_t *)value;
	return 0;
}

static int bind_addr(struct rdma_cm_id *id, struct sockaddr *address)
{
	if (fake_fails())
		return -1;
	memcpy(&id->route.addr.src_storage, address, sizeof(struct sockaddr_storage));
	if (fake.served)
		put_on_device(id);
	return 0;
}

static int listen_on(struct rdma_cm_id *id, int backlog)
{
	(void)id, (void)backlog;
	return fake_fails() ? -1 : 0;
}

static int resolve_addr(struct rdma_cm_id *id, struct sockaddr *from, struct sockaddr *to,
			int timeout)
{
	if (fake_fails())
		return -1;
	if (timeout < 1 || from->sa_family != to->sa_family)
		fake_misuse("addresses were asked for that do not belong together");
	if (fake.answers)
		fake_event(id, RDMA_CM_EVENT_ADDR_RESOLVED, 0, NULL, 0);
	return 0;
}

static int resolve_route(struct rdma_cm_id *id, int timeout)
{
	if (fake_fails())
		return -1;
	if (id->verbs == NULL || timeout < 1)
		fake_misuse("a route was asked for without an address");
	if (fake.answers)
		fake_event(id, RDMA_CM_EVENT_ROUTE_RESOLVED, 0, NULL, 0);
	return 0;
}

static void keep(const struct rdma_conn_param *param)
{
	fake.asked = *param;
	memset(fake.asked_data, 0, sizeof(fake.asked_data));
	if (param->private_data_len > 0)
		memcpy(fake.asked_data, param->private_data, param->private_data_len);
}

static void check_ready(const struct rdma_cm_id *id)
{
	if (id->qp == NULL)
		fake_misuse("an end is ready without a qp");
	else if (!fake_has_all_slots(id->qp))
		fake_misuse("an end is ready that has not all slots to receive in");
}

static int connect_to(struct rdma_cm_id *id, struct rdma_conn_param *param)
{
	if (fake_fails())
		return -1;
	check_ready(id);
	keep(param);
	if (fake.answers)
		fake_event(id, RDMA_CM_EVENT_ESTABLISHED, 0, "welcome", 7);
	return 0;
}

static int accept_from(struct rdma_cm_id *id, struct rdma_conn_param *param)
{
	if (fake_fails())
		return -1;
	check_ready(id);
	keep(param);
	if (fake.answers)
		fake_event(id, RDMA_CM_EVENT_ESTABLISHED, 0, NULL, 0);
	return 0;
}

static int reject(struct rdma_cm_id *id, const void *data, uint8_t length)
{
	(void)id;
	memset(fake.rejected_data, 0, sizeof(fake.rejected_data));
	if (length > 0)
		memcpy(fake.rejected_data, data, length);
	fake.rejected_length = length;
	return 0;
}

static int disconnect(struct rdma_cm_id *id)
{
	if (fake_fails())
		return -1;
	if (fake.answers)
		fake_event(id, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
	return 0;
}

void fake_manager_calls(struct jfs_verbs_calls *calls)
{
	calls->create_event_channel = create_event_channel;
	calls->destroy_event_channel = destroy_event_channel;
	calls->get_cm_event = get_cm_event;
	calls->ack_cm_event = ack_cm_event;
	calls->create_id = create_id;
	calls->destroy_id = destroy_id;
	calls->set_option = set_option;
	calls->bind_addr = bind_addr;
	calls->listen = listen_on;
	calls->resolve_addr = resolve_addr;
	calls->resolve_route = resolve_route;
	calls->connect = connect_to;
	calls->accept = accept_from;
	calls->reject = reject;
	calls->disconnect = disconnect;
}
