/* Completion queues of the fake, and the channels that tell of them. */
#ifndef JFS_TEST_FAKE_COMPLETIONS_H
#define JFS_TEST_FAKE_COMPLETIONS_H

#include <stdbool.h>

#include "verbs/library.h"

struct fake_cq {
	struct ibv_cq cq;
	struct ibv_wc *completions;
	unsigned first, count;
	bool armed;
	unsigned unacknowledged;
	unsigned qps;
};

/* Fills in the calls for channels and queues. */
void fake_completion_calls(struct jfs_verbs_calls *calls);

/* Fills in what a context has for queues. */
void fake_completion_ops(struct ibv_context_ops *ops);

/* Adds a completion, and tells the channel of it if the queue is armed. */
void fake_cq_complete(struct fake_cq *cq, const struct ibv_wc *completion);

#endif
