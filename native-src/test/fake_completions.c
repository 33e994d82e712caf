#include "fake_completions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fake_calls.h"
#include "fake_queue.h"
#include "fake_verbs.h"

struct told_completion {
	struct jfs_link link;
	struct fake_cq *cq;
};

struct fake_channel {
	struct ibv_comp_channel channel;
	struct fake_queue told;
	unsigned cqs;
};

static struct ibv_comp_channel *create_comp_channel(struct ibv_context *context)
{
	struct fake_channel *channel;

	if (fake_fails())
		return NULL;
	channel = fake_made(sizeof(*channel));
	fake_queue_open(&channel->told);
	channel->channel.context = context;
	channel->channel.fd = channel->told.descriptor;
	return &channel->channel;
}

static int destroy_comp_channel(struct ibv_comp_channel *given)
{
	struct fake_channel *channel = JFS_LINKED(given, struct fake_channel, channel);

	if (channel->cqs != 0)
		fake_misuse("a completion channel was destroyed that is in use");
	close(channel->told.descriptor);
	fake_destroyed(channel);
	return 0;
}

static int get_cq_event(struct ibv_comp_channel *given, struct ibv_cq **out_cq,
			void **out_context)
{
	struct fake_channel *channel = JFS_LINKED(given, struct fake_channel, channel);
	struct told_completion *told;
	struct jfs_link *thing;

	if (fake_fails())
		return -1;
	thing = fake_queue_get(&channel->told);
	if (thing == NULL)
		return -1;
	told = JFS_LINKED(thing, struct told_completion, link);
	told->cq->unacknowledged++;
	*out_cq = &told->cq->cq;
	*out_context = told->cq->cq.cq_context;
	fake_destroyed(told);
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

	if (fake_fails())
		return NULL;
	if (vector != 0)
		fake_misuse("a device has one completion vector at least, and perhaps no more");
	cq = fake_made(sizeof(*cq));
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
		fake_misuse("a cq was destroyed that is in use");
	if (cq->unacknowledged != 0)
		fake_misuse("a cq was destroyed with events to acknowledge: it blocks");
	for (; link != &channel->told.things; link = next) {
		struct told_completion *told = JFS_LINKED(link, struct told_completion, link);

		next = link->next;
		if (told->cq == cq) {
			fake_queue_drop(&channel->told, link);
			fake_destroyed(told);
		}
	}
	channel->cqs--;
	free(cq->completions);
	fake_destroyed(cq);
	return 0;
}

void fake_cq_complete(struct fake_cq *cq, const struct ibv_wc *completion)
{
	struct fake_channel *channel =
		JFS_LINKED(cq->cq.channel, struct fake_channel, channel);
	unsigned size = (unsigned)cq->cq.cqe;
	struct told_completion *told;

	if (cq->count == size) {
		fake_misuse("a cq has overflowed");
		return;
	}
	cq->completions[(cq->first + cq->count++) % size] = *completion;
	if (!cq->armed)
		return;
	cq->armed = false;
	told = fake_made(sizeof(*told));
	told->cq = cq;
	fake_queue_put(&channel->told, &told->link);
}

void fake_complete(struct ibv_cq *cq, uint64_t number, enum ibv_wc_status status)
{
	struct ibv_wc completion;

	/* After a failure only these two fields are set. */
	memset(&completion, 0xa5, sizeof(completion));
	completion.wr_id = number;
	completion.status = status;
	fake_cq_complete(JFS_LINKED(cq, struct fake_cq, cq), &completion);
}

static int poll_cq(struct ibv_cq *given, int most, struct ibv_wc *completions)
{
	struct fake_cq *cq = JFS_LINKED(given, struct fake_cq, cq);
	int got = 0;

	if (fake_fails())
		return -1;
	if (most < 1)
		fake_misuse("nothing was asked for");
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
	if (fake_fails())
		return fake_failure();
	JFS_LINKED(cq, struct fake_cq, cq)->armed = true;
	return 0;
}

void fake_completion_calls(struct jfs_verbs_calls *calls)
{
	calls->create_comp_channel = create_comp_channel;
	calls->destroy_comp_channel = destroy_comp_channel;
	calls->get_cq_event = get_cq_event;
	calls->ack_cq_events = ack_cq_events;
	calls->create_cq = create_cq;
	calls->destroy_cq = destroy_cq;
}

void fake_completion_ops(struct ibv_context_ops *ops)
{
	ops->poll_cq = poll_cq;
	ops->req_notify_cq = req_notify_cq;
}
