/* Events that an endpoint has, each once, until they are reported. */
#ifndef JFS_VERBS_PENDING_H
#define JFS_VERBS_PENDING_H

#include <stdbool.h>
#include <stdint.h>

#include "jfs/verbs.h"
#include "list.h"

#define JFS_VERBS_PENDING_COMPLETIONS 1U
#define JFS_VERBS_PENDING_BROKEN 2U

struct jfs_verbs_pending {
	struct jfs_link link;		/* in the list of those that have events */
	unsigned events;
	uint64_t token;			/* the connection's, to report them with */
};

void jfs_verbs_init_pending(struct jfs_verbs_pending *pending, uint64_t token);

/* Adds events, and puts their endpoint on the list unless it is there. */
void jfs_verbs_pend(struct jfs_link *list, struct jfs_verbs_pending *pending, unsigned events);

/* Takes one event from the list and sets its kind and token; false if there is none. */
bool jfs_verbs_take_pending(struct jfs_link *list, struct jfs_verbs_event *out_event);

/* Drops events that were not reported yet: the token may soon be another connection's. */
void jfs_verbs_drop_pending(struct jfs_verbs_pending *pending);

#endif
