/* A connection's qp, cq and pd, and the memory that messages are in. */
#ifndef JFS_VERBS_ENDPOINT_H
#define JFS_VERBS_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "jfs/verbs.h"
#include "library.h"
#include "list.h"
#include "pending.h"

struct jfs_verbs_context;
struct jfs_verbs_contexts;

struct jfs_verbs_endpoint {
	struct jfs_verbs_contexts *contexts;
	struct jfs_verbs_context *context;
	struct jfs_link link;		/* among the context's endpoints */
	struct jfs_verbs_pending pending;
	struct rdma_cm_id *id;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;		/* the id's; NULL: not opened */
	uint8_t *slots;			/* to receive in, then those to send from if not inline */
	size_t slots_size;
	struct ibv_mr *slots_mr;
	struct jfs_link registrations;	/* of the caller's memory; registration.c has them */
	uint32_t receive_slots;
	uint32_t send_slots;
	uint32_t send_requests;		/* for which the device has room */
	uint32_t inline_bytes;
	uint32_t signal_every;		/* a completion for one in so many */
	bool immediates;

	/* For one thread at a time; the two count and wrap around. */
	uint32_t posted;
	uint32_t completed;
	uint32_t next_slot;		/* to send from */
	uint32_t unsignaled;		/* posted since the last signaled one */
	bool unsendable;		/* the device has refused a send */
	bool drained;			/* nothing more can have arrived */
	int error;			/* it is of no use any more */
	int status;			/* why: the ibv_wc_status */
};

/* Before all else. token: the connection's. */
void jfs_verbs_init_endpoint(struct jfs_verbs_endpoint *endpoint, uint64_t token);

/* Opens it on the device that the id is on; the settings are valid. */
int jfs_verbs_open_endpoint(struct jfs_verbs_endpoint *endpoint,
			    struct jfs_verbs_contexts *contexts, struct rdma_cm_id *id,
			    const struct jfs_verbs_settings *settings);

/* Does nothing unless it is open. */
void jfs_verbs_close_endpoint(struct jfs_verbs_endpoint *endpoint);

#endif
