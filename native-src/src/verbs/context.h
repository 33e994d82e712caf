/* The devices that endpoints are on, their completion channels and their asynchronous events. */
#ifndef JFS_VERBS_CONTEXT_H
#define JFS_VERBS_CONTEXT_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "library.h"
#include "list.h"

struct jfs_verbs_endpoint;

/*
 * A device that endpoints are on: librdmacm's own context for it, which all users in this process
 * share. It is valid only while an rdma_cm_id refers to it.
 */
struct jfs_verbs_context {
	struct jfs_link link;
	struct ibv_context *device;
	struct ibv_comp_channel *channel;
	struct jfs_link endpoints;
	bool gone;			/* nothing comes from it any more */
	bool software;
	uint64_t guid;			/* the same for all its ports and addresses */
};

/* The descriptors that the event loop polls beside those of contexts, and before them. */
#define JFS_VERBS_OTHERS_POLLED 2U

/* All contexts; for the event thread. */
struct jfs_verbs_contexts {
	const struct jfs_verbs_calls *calls;
	struct jfs_link list;
	struct jfs_link pending;	/* of endpoints, by the link in their jfs_verbs_pending */
	struct pollfd *polled;		/* the others' and two for each context: waiting needs no memory */
	size_t polled_room;
};

/* Returns 0 or ENOMEM. */
int jfs_verbs_init_contexts(struct jfs_verbs_contexts *contexts,
			    const struct jfs_verbs_calls *calls);

/* All endpoints have left. */
void jfs_verbs_free_contexts(struct jfs_verbs_contexts *contexts);

/* Puts an endpoint on a device, NULL for none; may make a context for it. */
int jfs_verbs_join_context(struct jfs_verbs_contexts *contexts, struct ibv_context *device,
			   struct jfs_verbs_endpoint *endpoint);

/* The last one to leave destroys the context. */
void jfs_verbs_leave_context(struct jfs_verbs_contexts *contexts,
			     struct jfs_verbs_endpoint *endpoint);

/* Sets the descriptors of contexts in contexts->polled; returns how many descriptors it has now. */
size_t jfs_verbs_poll_contexts(struct jfs_verbs_contexts *contexts);

/*
 * Takes the events that there are at a descriptor of a context, by its index in contexts->polled,
 * and pends them; a limited number, so that one device with many does not delay the others.
 */
void jfs_verbs_read_context(struct jfs_verbs_contexts *contexts, size_t index);

#endif
