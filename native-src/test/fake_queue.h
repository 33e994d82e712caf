/* A queue of events: a list, and a descriptor that is ready if there are any. */
#ifndef JFS_TEST_FAKE_QUEUE_H
#define JFS_TEST_FAKE_QUEUE_H

#include <stdbool.h>

#include "verbs/list.h"

struct fake_queue {
	struct jfs_link things;
	int descriptor;
	bool lost;
};

/* The descriptor blocks: its user is to make it non-blocking. */
void fake_queue_open(struct fake_queue *queue);

void fake_queue_put(struct fake_queue *queue, struct jfs_link *thing);

/* Takes the oldest; NULL with errno if there is none. */
struct jfs_link *fake_queue_get(struct fake_queue *queue);

/* Takes out one that is not taken yet. */
void fake_queue_drop(struct fake_queue *queue, struct jfs_link *thing);

#endif
