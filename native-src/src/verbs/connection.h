/* A connection from its beginning to its end; see also jfs_verbs_connect(). */
#ifndef JFS_VERBS_CONNECTION_H
#define JFS_VERBS_CONNECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "endpoint.h"
#include "jfs/verbs.h"
#include "library.h"
#include "owner.h"
#include "route.h"

enum jfs_verbs_state {
	JFS_VERBS_RESOLVING_ADDRESS,
	JFS_VERBS_RESOLVING_ROUTE,
	JFS_VERBS_CONNECTING,
	JFS_VERBS_ACCEPTING,
	JFS_VERBS_CONNECTED,
	JFS_VERBS_OVER			/* and reported */
};

struct jfs_verbs_connection {
	struct jfs_verbs_owner owner;
	struct jfs_verbs *verbs;
	struct rdma_cm_id *id;
	struct jfs_verbs_settings settings;
	_Atomic enum jfs_verbs_state state;	/* the event thread's to change */
	bool disconnected;		/* by us */
	uint8_t data[JFS_VERBS_REQUEST_DATA];
	uint8_t data_length;
	bool routed;			/* the answer came before the router gave the route back */
	bool abandoned;			/* to be destroyed when the router gives the route back */
	struct jfs_verbs_route route;
	struct jfs_verbs_endpoint endpoint;
};

/* The next steps after events of rdma_cm. */
int jfs_verbs_resolve_route(struct jfs_verbs_connection *connection);
int jfs_verbs_request_connection(struct jfs_verbs_connection *connection);

#endif
