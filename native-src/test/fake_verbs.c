#include "fake_verbs.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "verbs/list.h"

#define DEVICES 2U
#define MOST 8192U

struct fake fake;

/* A queue of events: a list, and a descriptor that is ready if there are any. */
struct queue {
	struct jfs_link things;
	int descriptor;
	bool lost;
};

struct told {
	struct jfs_link link;
	struct rdma_cm_event event;
	uint8_t data[256];
	int left;
};

struct told_asynchronous {
	struct jfs_link link;
	struct ibv_async_event event;
};

struct told_completion {
	struct jfs_link link;
	struct fake_cq *cq;
};

struct fake_id {
	struct rdma_cm_id id;
	unsigned unacknowledged;
};

struct fake_device {
	struct ibv_device device;
	struct ibv_context context;	/* the manager's */
	struct queue asynchronous;
	bool opened;
};

struct fake_channel {
	struct ibv_comp_channel channel;
	struct queue told;
	unsigned cqs;
};

struct fake_pd {
	struct ibv_pd pd;
	unsigned users;
};

struct fake_mr {
	struct ibv_mr mr;
	struct jfs_link link;
};

struct fake_cq {
	struct ibv_cq cq;
	struct ibv_wc *completions;
	unsigned first, count;
	bool armed;
	unsigned unacknowledged;
	unsigned qps;
};

struct fake_qp {
	struct ibv_qp qp;
	struct ibv_qp_cap limits;
	struct fake_sent sent[MOST];
	unsigned sending;
	uint64_t slots[MOST];
	struct ibv_sge sges[MOST];
	unsigned receiving;
	unsigned unacknowledged;
};

static struct fake_device devices[DEVICES];
static struct rdma_event_channel manager;
static struct queue manager_told;
static struct jfs_link mrs;
static uint32_t keys;

static void misuse(const char *what)
{
	fprintf(stderr, "misused: %s\n", what);
	fake.misuses++;
}

/* Whether this call is to fail. One that succeeds leaves any errno, and so does a failure of 0. */
static bool fails(void)
{
	if (++fake.calls != fake.fail_at) {
		errno = FAKE_LEFT;
		return false;
	}
	fake.failed = true;
	if (fake.fail_with != 0)
		errno = fake.fail_with;
	return true;
}

/* What a function that returns its error returns. */
static int failure(void)
{
	return fake.fail_with != 0 ? fake.fail_with : -1;
}

void fake_fail(unsigned call, int error)
{
	fake.calls = 0;
	fake.fail_at = call;
	fake.fail_with = error;
	fake.failed = false;
}

static void *made(size_t size)
{
	void *thing = calloc(1, size);

	if (thing == NULL)
		abort();
	fake.live++;
	return thing;
}

static void destroyed(void *thing)
{
	fake.live--;
	free(thing);
}

/* The descriptor blocks: its user is to make it non-blocking. */
static void open_queue(struct queue *queue)
{
	jfs_link_init(&queue->things);
	queue->lost = false;
	queue->descriptor = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	if (queue->descriptor < 0)
		abort();
}

static void put(struct queue *queue, struct jfs_link *thing)
{
	uint64_t one = 1;

	jfs_link_append(&queue->things, thing);
	if (write(queue->descriptor, &one, sizeof(one)) != sizeof(one))
		abort();
}

/* NULL with errno if there is none. */
static struct jfs_link *get(struct queue *queue)
{
	struct jfs_link *thing;
	uint64_t one;

	if (queue->lost) {
		errno = EIO;
		return NULL;
	}
	if (read(queue->descriptor, &one, sizeof(one)) != sizeof(one))
		return NULL;
	thing = queue->things.next;
	jfs_link_remove(thing);
	return thing;
}

static void drop(struct queue *queue, struct jfs_link *thing)
{
	uint64_t one;

	jfs_link_remove(thing);
	if (read(queue->descriptor, &one, sizeof(one)) != sizeof(one))
		abort();
}

/* Devices. */

static int fork_init(void)
{
	if (fake.live > 0)
		misuse("forks are prepared for too late");
	fake.forks = true;
	return fake.fork_error;
}

static struct ibv_device **get_device_list(int *count)
{
	struct ibv_device **list;

	if (fails())
		return NULL;
	if (fake.list_error) {
		errno = fake.list_error;
		return NULL;
	}
	list = made(sizeof(*list) * (DEVICES + 1));
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
	destroyed(list);
}

static struct ibv_context *open_device(struct ibv_device *device)
{
	struct ibv_context *context;

	if (fails())
		return NULL;
	context = made(sizeof(*context));
	context->device = device;
	return context;
}

static int close_device(struct ibv_context *context)
{
	destroyed(context);
	return 0;
}

static int query_device(struct ibv_context *context, struct ibv_device_attr *attributes)
{
	if (fails())
		return failure();
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
	if (fails())
		return failure();
	known->state = port == 2 ? fake.port_state : IBV_PORT_DOWN;
	known->link_layer = port == 2 ? fake.link_layer : IBV_LINK_LAYER_UNSPECIFIED;
	return 0;
}

static int get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	struct fake_device *device = JFS_LINKED(context, struct fake_device, context);
	struct told_asynchronous *told;
	struct jfs_link *thing;

	if (fails())
		return -1;
	thing = get(&device->asynchronous);
	if (thing == NULL)
		return -1;
	told = JFS_LINKED(thing, struct told_asynchronous, link);
	*event = told->event;
	destroyed(told);
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
	struct told_asynchronous *told = made(sizeof(*told));

	told->event.event_type = type;
	if (qp != NULL)
		told->event.element.qp = qp;
	else if (cq != NULL)
		told->event.element.cq = cq;
	else
		told->event.element.port_num = port;
	put(&JFS_LINKED(device, struct fake_device, context)->asynchronous, &told->link);
}

void fake_lose(struct ibv_context *device)
{
	struct queue *queue = &JFS_LINKED(device, struct fake_device, context)->asynchronous;
	uint64_t one = 1;

	queue->lost = true;
	if (write(queue->descriptor, &one, sizeof(one)) != sizeof(one))
		abort();
}

/* Memory. */

static struct ibv_pd *alloc_pd(struct ibv_context *context)
{
	struct fake_pd *pd;

	if (fails())
		return NULL;
	pd = made(sizeof(*pd));
	pd->pd.context = context;
	return &pd->pd;
}

static int dealloc_pd(struct ibv_pd *given)
{
	struct fake_pd *pd = JFS_LINKED(given, struct fake_pd, pd);

	if (pd->users != 0)
		misuse("a pd was deallocated that is in use");
	destroyed(pd);
	return 0;
}

static struct ibv_mr *reg_mr(struct ibv_pd *pd, void *bytes, size_t length, int access)
{
	struct fake_mr *mr;

	(void)access;
	if (fails())
		return NULL;
	mr = made(sizeof(*mr));
	mr->mr.context = pd->context;
	mr->mr.pd = pd;
	mr->mr.addr = bytes;
	mr->mr.length = length;
	mr->mr.lkey = ++keys;
	mr->mr.rkey = ++keys;
	JFS_LINKED(pd, struct fake_pd, pd)->users++;
	jfs_link_append(&mrs, &mr->link);
	return &mr->mr;
}

static int dereg_mr(struct ibv_mr *given)
{
	struct fake_mr *mr = JFS_LINKED(given, struct fake_mr, mr);

	JFS_LINKED(given->pd, struct fake_pd, pd)->users--;
	jfs_link_remove(&mr->link);
	destroyed(mr);
	return 0;
}

static void check_sge(const struct ibv_pd *pd, const struct ibv_sge *sge)
{
	for (struct jfs_link *link = mrs.next; link != &mrs; link = link->next) {
		const struct ibv_mr *mr = &JFS_LINKED(link, struct fake_mr, link)->mr;
		uint64_t start = (uintptr_t)mr->addr;

		if (mr->lkey == sge->lkey && mr->pd == pd && sge->addr >= start &&
		    sge->addr + sge->length <= start + mr->length)
			return;
	}
	misuse("memory was used that is not registered");
}

/* Completions. */

static struct ibv_comp_channel *create_comp_channel(struct ibv_context *context)
{
	struct fake_channel *channel;

	if (fails())
		return NULL;
	channel = made(sizeof(*channel));
	open_queue(&channel->told);
	channel->channel.context = context;
	channel->channel.fd = channel->told.descriptor;
	return &channel->channel;
}

static int destroy_comp_channel(struct ibv_comp_channel *given)
{
	struct fake_channel *channel = JFS_LINKED(given, struct fake_channel, channel);

	if (channel->cqs != 0)
		misuse("a completion channel was destroyed that is in use");
	close(channel->told.descriptor);
	destroyed(channel);
	return 0;
}

static int get_cq_event(struct ibv_comp_channel *given, struct ibv_cq **out_cq,
			void **out_context)
{
	struct fake_channel *channel = JFS_LINKED(given, struct fake_channel, channel);
	struct told_completion *told;
	struct jfs_link *thing;

	if (fails())
		return -1;
	thing = get(&channel->told);
	if (thing == NULL)
		return -1;
	told = JFS_LINKED(thing, struct told_completion, link);
	told->cq->unacknowledged++;
	*out_cq = &told->cq->cq;
	*out_context = told->cq->cq.cq_context;
	destroyed(told);
	return 0;
}

static void ack_cq_events(struct ibv_cq *cq, unsigned count)
{
	JFS_LINKED(cq, struct fake_cq, cq)->unacknowledged -= count;
}

static struct ibv_cq *create_cq(struct ibv_context *context, int size, void *cq_context,
				struct ibv_comp_channel *channel, int vector)
{
	struct fake_cq *cq;

	if (fails())
		return NULL;
	if (vector != 0)
		misuse("a device has one completion vector at least, and perhaps no more");
	cq = made(sizeof(*cq));
	cq->completions = calloc((size_t)size, sizeof(*cq->completions));
	if (cq->completions == NULL)
		abort();
	cq->cq.context = context;
	cq->cq.channel = channel;
	cq->cq.cq_context = cq_context;
	cq->cq.cqe = size;
	JFS_LINKED(channel, struct fake_channel, channel)->cqs++;
	return &cq->cq;
}

static int destroy_cq(struct ibv_cq *given)
{
	struct fake_cq *cq = JFS_LINKED(given, struct fake_cq, cq);
	struct fake_channel *channel = JFS_LINKED(given->channel, struct fake_channel, channel);
	struct jfs_link *link = channel->told.things.next, *next;

	if (cq->qps != 0)
		misuse("a cq was destroyed that is in use");
	if (cq->unacknowledged != 0)
		misuse("a cq was destroyed with events to acknowledge: it blocks");
	for (; link != &channel->told.things; link = next) {
		struct told_completion *told = JFS_LINKED(link, struct told_completion, link);

		next = link->next;
		if (told->cq == cq) {
			drop(&channel->told, link);
			destroyed(told);
		}
	}
	channel->cqs--;
	free(cq->completions);
	destroyed(cq);
	return 0;
}

static void complete(struct fake_cq *cq, const struct ibv_wc *completion)
{
	struct fake_channel *channel =
		JFS_LINKED(cq->cq.channel, struct fake_channel, channel);
	unsigned size = (unsigned)cq->cq.cqe;
	struct told_completion *told;

	if (cq->count == size) {
		misuse("a cq has overflowed");
		return;
	}
	cq->completions[(cq->first + cq->count++) % size] = *completion;
	if (!cq->armed)
		return;
	cq->armed = false;
	told = made(sizeof(*told));
	told->cq = cq;
	put(&channel->told, &told->link);
}

void fake_complete(struct ibv_cq *cq, uint64_t number, enum ibv_wc_status status)
{
	struct ibv_wc completion;

	/* After a failure only these two fields are set. */
	memset(&completion, 0xa5, sizeof(completion));
	completion.wr_id = number;
	completion.status = status;
	complete(JFS_LINKED(cq, struct fake_cq, cq), &completion);
}

static int poll_cq(struct ibv_cq *given, int most, struct ibv_wc *completions)
{
	struct fake_cq *cq = JFS_LINKED(given, struct fake_cq, cq);
	int got = 0;

	if (fails())
		return -1;
	if (most < 1)
		misuse("nothing was asked for");
	while (got < most && cq->count > 0) {
		completions[got++] = cq->completions[cq->first];
		cq->first = (cq->first + 1) % (unsigned)given->cqe;
		cq->count--;
	}
	return got;
}

static int req_notify_cq(struct ibv_cq *cq, int solicited)
{
	(void)solicited;
	if (fails())
		return failure();
	JFS_LINKED(cq, struct fake_cq, cq)->armed = true;
	return 0;
}

/* Sending and receiving. */

static int post_send(struct ibv_qp *given, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	struct fake_qp *qp = JFS_LINKED(given, struct fake_qp, qp);

	for (; wr != NULL; wr = wr->next) {
		struct fake_sent *sent = &qp->sent[qp->sending];

		if (fails()) {
			*bad = wr;
			return failure();
		}
		if (qp->sending == qp->limits.max_send_wr) {
			misuse("more was sent than there are slots");
			*bad = wr;
			return ENOMEM;
		}
		memset(sent, 0, sizeof(*sent));
		sent->wr = *wr;
		if (wr->num_sge > 0) {
			size_t length = wr->sg_list[0].length;

			sent->sge = wr->sg_list[0];
			if ((wr->send_flags & IBV_SEND_INLINE) == 0)
				check_sge(given->pd, wr->sg_list);
			else if (length > qp->limits.max_inline_data)
				misuse("more was sent inline than goes");
			memcpy(sent->bytes, (const void *)(uintptr_t)sent->sge.addr,
			       length < sizeof(sent->bytes) ? length : sizeof(sent->bytes));
		}
		qp->sending++;
	}
	return 0;
}

static int post_recv(struct ibv_qp *given, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	struct fake_qp *qp = JFS_LINKED(given, struct fake_qp, qp);

	fake.reposts++;
	for (; wr != NULL; wr = wr->next) {
		if (fails()) {
			*bad = wr;
			return failure();
		}
		if (qp->receiving == qp->limits.max_recv_wr) {
			misuse("more is received than there are slots");
			*bad = wr;
			return ENOMEM;
		}
		check_sge(given->pd, wr->sg_list);
		qp->slots[qp->receiving] = wr->wr_id;
		qp->sges[qp->receiving++] = wr->sg_list[0];
		if (fake.floods)
			fake_receive(given, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	}
	return 0;
}

void fake_receive(struct ibv_qp *given, enum ibv_wc_opcode opcode, unsigned flags,
		  uint32_t immediate, const void *bytes, uint32_t length)
{
	struct fake_qp *qp = JFS_LINKED(given, struct fake_qp, qp);
	struct ibv_wc completion;

	if (qp->receiving == 0) {
		misuse("the peer sends without a slot");
		return;
	}
	memset(&completion, 0, sizeof(completion));
	completion.wr_id = qp->slots[0];
	completion.opcode = opcode;
	completion.wc_flags = flags;
	completion.imm_data = htonl(immediate);
	completion.byte_len = length;
	if (bytes != NULL)
		memcpy((void *)(uintptr_t)qp->sges[0].addr, bytes, length);
	qp->receiving--;
	memmove(qp->slots, qp->slots + 1, qp->receiving * sizeof(qp->slots[0]));
	memmove(qp->sges, qp->sges + 1, qp->receiving * sizeof(qp->sges[0]));
	complete(JFS_LINKED(given->recv_cq, struct fake_cq, cq), &completion);
}

const struct fake_sent *fake_sent(const struct ibv_qp *given, unsigned index)
{
	const struct fake_qp *qp = JFS_LINKED(given, const struct fake_qp, qp);

	return index < qp->sending ? &qp->sent[index] : NULL;
}

unsigned fake_sending(const struct ibv_qp *given)
{
	return JFS_LINKED(given, const struct fake_qp, qp)->sending;
}

unsigned fake_receiving(const struct ibv_qp *given)
{
	return JFS_LINKED(given, const struct fake_qp, qp)->receiving;
}

void fake_finish(struct ibv_qp *given, unsigned count, enum ibv_wc_status status)
{
	struct fake_qp *qp = JFS_LINKED(given, struct fake_qp, qp);
	struct ibv_wc completion;

	for (unsigned i = 0; i < count; i++) {
		const struct ibv_send_wr *wr = &qp->sent[i].wr;

		/* Has the sender changed the memory meanwhile? */
		if (wr->num_sge > 0 && (wr->send_flags & IBV_SEND_INLINE) == 0 &&
		    qp->sent[i].sge.length <= sizeof(qp->sent[i].bytes) &&
		    memcmp(qp->sent[i].bytes, (const void *)(uintptr_t)qp->sent[i].sge.addr,
			   qp->sent[i].sge.length) != 0)
			misuse("what is sent has changed");
		if (status == IBV_WC_SUCCESS && (wr->send_flags & IBV_SEND_SIGNALED) == 0)
			continue;
		memset(&completion, 0xa5, sizeof(completion));
		completion.wr_id = wr->wr_id;
		completion.status = status;
		if (status == IBV_WC_SUCCESS) {
			completion.opcode = wr->opcode == IBV_WR_SEND ? IBV_WC_SEND
									   : IBV_WC_RDMA_WRITE;
			completion.wc_flags = 0;
		}
		complete(JFS_LINKED(given->send_cq, struct fake_cq, cq), &completion);
	}
	qp->sending -= count;
	memmove(qp->sent, qp->sent + count, qp->sending * sizeof(qp->sent[0]));
}

static int create_qp(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_qp_init_attr *attributes)
{
	struct fake_qp *qp;
	int before = errno;

	if (fails())
		return -1;
	if (attributes->cap.max_inline_data > fake.inline_most) {
		errno = fake.inline_error != 0 ? fake.inline_error : before;
		return -1;
	}
	if (attributes->sq_sig_all || attributes->qp_type != IBV_QPT_RC)
		misuse("another kind of qp was asked for");
	qp = made(sizeof(*qp));
	qp->qp.context = id->verbs;
	qp->qp.qp_num = FAKE_QP;
	qp->qp.pd = pd;
	qp->qp.send_cq = attributes->send_cq;
	qp->qp.recv_cq = attributes->recv_cq;
	qp->qp.qp_context = attributes->qp_context;
	qp->limits = attributes->cap;
	JFS_LINKED(pd, struct fake_pd, pd)->users++;
	JFS_LINKED(attributes->recv_cq, struct fake_cq, cq)->qps++;
	id->qp = &qp->qp;
	return 0;
}

static void destroy_qp(struct rdma_cm_id *id)
{
	struct fake_qp *qp = JFS_LINKED(id->qp, struct fake_qp, qp);

	JFS_LINKED(qp->qp.pd, struct fake_pd, pd)->users--;
	JFS_LINKED(qp->qp.recv_cq, struct fake_cq, cq)->qps--;
	id->qp = NULL;
	destroyed(qp);
}

/* The connection manager. */

static struct rdma_event_channel *create_event_channel(void)
{
	if (fails())
		return NULL;
	open_queue(&manager_told);
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
	struct fake_id *id = made(sizeof(*id));

	id->id.channel = &manager;
	id->id.context = context;
	id->id.ps = RDMA_PS_TCP;
	return &id->id;
}

static void put_on_device(struct rdma_cm_id *id)
{
	id->verbs = &devices[fake.device].context;
	id->verbs->device->transport_type = fake.transport;
	id->port_num = 1;
}

static int create_id(struct rdma_event_channel *channel, struct rdma_cm_id **out_id, void *context,
		     enum rdma_port_space space)
{
	(void)channel;
	if (fails())
		return -1;
	if (space != RDMA_PS_TCP)
		misuse("another port space was asked for");
	*out_id = make_id(context);
	return 0;
}

static int destroy_id(struct rdma_cm_id *given)
{
	struct fake_id *id = JFS_LINKED(given, struct fake_id, id);
	struct jfs_link *link = manager_told.things.next, *next;

	if (given->qp != NULL)
		misuse("an identifier was destroyed before its qp");
	if (id->unacknowledged != 0)
		misuse("an identifier was destroyed with events to acknowledge: it blocks");
	for (; link != &manager_told.things; link = next) {
		struct told *told = JFS_LINKED(link, struct told, link);
		bool request = told->event.listen_id == given;

		next = link->next;
		if (told->event.id != given && !request)
			continue;
		drop(&manager_told, link);
		if (request)
			destroyed(JFS_LINKED(told->event.id, struct fake_id, id));
		destroyed(told);
	}
	destroyed(id);
	return 0;
}

static struct told *tell(struct rdma_cm_id *id, enum rdma_cm_event_type type, int status,
			 const void *data, size_t length)
{
	struct told *told = made(sizeof(*told));

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
	put(&manager_told, &told->link);
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
	if (fails())
		return -1;
	thing = get(&manager_told);
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
	destroyed(JFS_LINKED(event, struct told, event));
	return 0;
}

static int set_option(struct rdma_cm_id *id, int level, int option, void *value, size_t length)
{
	(void)id;
	if (fails())
		return -1;
	if (level != RDMA_OPTION_ID || length != sizeof(uint8_t))
		misuse("another option was set");
	else if (option == RDMA_OPTION_ID_ACK_TIMEOUT)
		fake.ack_timeout = *(const uint8_t *)value;
	return 0;
}

static int bind_addr(struct rdma_cm_id *id, struct sockaddr *address)
{
	if (fails())
		return -1;
	memcpy(&id->route.addr.src_storage, address, sizeof(struct sockaddr_storage));
	if (fake.served)
		put_on_device(id);
	return 0;
}

static int listen_on(struct rdma_cm_id *id, int backlog)
{
	(void)id, (void)backlog;
	return fails() ? -1 : 0;
}

static int resolve_addr(struct rdma_cm_id *id, struct sockaddr *from, struct sockaddr *to,
			int timeout)
{
	if (fails())
		return -1;
	if (timeout < 1 || from->sa_family != to->sa_family)
		misuse("addresses were asked for that do not belong together");
	if (fake.answers)
		fake_event(id, RDMA_CM_EVENT_ADDR_RESOLVED, 0, NULL, 0);
	return 0;
}

static int resolve_route(struct rdma_cm_id *id, int timeout)
{
	if (fails())
		return -1;
	if (id->verbs == NULL || timeout < 1)
		misuse("a route was asked for without an address");
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
	const struct fake_qp *qp;

	if (id->qp == NULL) {
		misuse("an end is ready without a qp");
		return;
	}
	qp = JFS_LINKED(id->qp, const struct fake_qp, qp);
	if (qp->receiving != qp->limits.max_recv_wr)
		misuse("an end is ready that has not all slots to receive in");
}

static int connect_to(struct rdma_cm_id *id, struct rdma_conn_param *param)
{
	if (fails())
		return -1;
	check_ready(id);
	keep(param);
	if (fake.answers)
		fake_event(id, RDMA_CM_EVENT_ESTABLISHED, 0, "welcome", 7);
	return 0;
}

static int accept_from(struct rdma_cm_id *id, struct rdma_conn_param *param)
{
	if (fails())
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
	if (fails())
		return -1;
	if (fake.answers)
		fake_event(id, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
	return 0;
}

struct jfs_verbs_library fake_library(void)
{
	struct jfs_verbs_library library = {
		.calls = {
			.fork_init = fork_init,
			.get_device_list = get_device_list,
			.free_device_list = free_device_list,
			.open_device = open_device,
			.close_device = close_device,
			.query_device = query_device,
			.query_port = query_port,
			.get_async_event = get_async_event,
			.ack_async_event = ack_async_event,
			.alloc_pd = alloc_pd,
			.dealloc_pd = dealloc_pd,
			.reg_mr = reg_mr,
			.dereg_mr = dereg_mr,
			.create_comp_channel = create_comp_channel,
			.destroy_comp_channel = destroy_comp_channel,
			.get_cq_event = get_cq_event,
			.ack_cq_events = ack_cq_events,
			.create_cq = create_cq,
			.destroy_cq = destroy_cq,
			.create_event_channel = create_event_channel,
			.destroy_event_channel = destroy_event_channel,
			.get_cm_event = get_cm_event,
			.ack_cm_event = ack_cm_event,
			.create_id = create_id,
			.destroy_id = destroy_id,
			.set_option = set_option,
			.bind_addr = bind_addr,
			.listen = listen_on,
			.resolve_addr = resolve_addr,
			.resolve_route = resolve_route,
			.create_qp = create_qp,
			.destroy_qp = destroy_qp,
			.connect = connect_to,
			.accept = accept_from,
			.reject = reject,
			.disconnect = disconnect,
		},
	};

	return library;
}

void fake_reset(void)
{
	memset(&fake, 0, sizeof(fake));
	fake.answers = true;
	fake.transport = IBV_TRANSPORT_IB;
	fake.inline_most = 256;
	fake.inline_error = EINVAL;
	fake.devices = 1;
	fake.port_state = IBV_PORT_ACTIVE;
	fake.link_layer = IBV_LINK_LAYER_ETHERNET;
	fake.served = true;
	fake.vendor = 0x2c9;
	fake.rejected_length = -1;
	jfs_link_init(&mrs);
	for (unsigned i = 0; i < DEVICES; i++) {
		struct fake_device *device = &devices[i];

		if (device->opened)
			close(device->asynchronous.descriptor);
		memset(device, 0, sizeof(*device));
		snprintf(device->device.name, sizeof(device->device.name), "fake%u", i);
		device->context.device = &device->device;
		device->context.ops.poll_cq = poll_cq;
		device->context.ops.req_notify_cq = req_notify_cq;
		device->context.ops.post_send = post_send;
		device->context.ops.post_recv = post_recv;
		open_queue(&device->asynchronous);
		device->context.async_fd = device->asynchronous.descriptor;
		device->opened = true;
	}
}
