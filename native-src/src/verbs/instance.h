/* What jfs_verbs_open() opens: the libraries, and the sources of events. */
#ifndef JFS_VERBS_INSTANCE_H
#define JFS_VERBS_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>

#include "context.h"
#include "jfs/verbs.h"
#include "library.h"

struct jfs_verbs_router;

struct jfs_verbs {
	struct jfs_verbs_library library;
	struct rdma_event_channel *channel;
	int wakeup;
	struct jfs_verbs_contexts contexts;
	size_t turn;			/* the descriptor to poll first next time: none starves */
	bool routes_apart;		/* looking for a route may block: not on the event thread */
	struct jfs_verbs_router *router;	/* the thread for that; NULL until it is needed */
};

/*
 * With the functions of the libraries, or a test's own; takes ownership of the library if it
 * returns 0.
 */
int jfs_verbs_start(const struct jfs_verbs_library *library, struct jfs_verbs **out_verbs);

#endif
