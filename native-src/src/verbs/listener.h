/* Listening, and requests that are not answered yet; see also jfs_verbs_listen(). */
#ifndef JFS_VERBS_LISTENER_H
#define JFS_VERBS_LISTENER_H

#include <stdbool.h>

#include "library.h"
#include "owner.h"

struct jfs_verbs;

struct jfs_verbs_listener {
	struct jfs_verbs_owner owner;
	struct jfs_verbs *verbs;
	struct rdma_cm_id *id;
};

struct jfs_verbs_request {
	struct jfs_verbs *verbs;
	struct rdma_cm_id *id;
	bool for_ever;			/* the peer asks for endless retries */
};

#endif
