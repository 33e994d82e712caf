/* What an rdma_cm_id belongs to: its context points to an owner, NULL for a request. */
#ifndef JFS_VERBS_OWNER_H
#define JFS_VERBS_OWNER_H

#include <stdbool.h>
#include <stdint.h>

/* The first member of a listener and of a connection. */
struct jfs_verbs_owner {
	bool listens;
	uint64_t token;
};

#endif
