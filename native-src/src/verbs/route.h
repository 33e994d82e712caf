/*
 * Looks for the route to a peer on a separate thread. rdma_resolve_route() first asks ibacm, if
 * that daemon runs, and waits for its answer without a limit; it does so on any device with
 * InfiniBand's transport, RoCE included (rdma-core 65, librdmacm/cma.c and acm.c). The event thread
 * wakes sleepers, and must not wait with it.
 *
 * The event thread alone changes routes and destroys identifiers. The other thread, the router,
 * gets a route through one list, makes the one call, and gives it back through another list; a
 * route that is forgotten meanwhile must stay until it is back.
 */
#ifndef JFS_VERBS_ROUTE_H
#define JFS_VERBS_ROUTE_H

#include <stdbool.h>

#include "library.h"
#include "list.h"

struct jfs_verbs_router;

struct jfs_verbs_route {
	struct rdma_cm_id *id;		/* it has an address */
	int timeout_millis;		/* for the kernel to find a route */
	bool asked;			/* given to the router, and not yet back; the event thread's */
	struct jfs_link link;		/* guarded by the router's lock, as is what follows */
	int error;
};

void jfs_verbs_init_route(struct jfs_verbs_route *route, int timeout_millis);

/* Asks librdmacm for the route: the one call that may block. Any thread may call. */
int jfs_verbs_ask_route(const struct jfs_verbs_calls *calls, const struct jfs_verbs_route *route);

/*
 * Starts the thread; ENOMEM or EAGAIN if it cannot be started.
 *
 * wakeup: the event thread's, raised when there is a route to take back
 */
int jfs_verbs_start_router(const struct jfs_verbs_calls *calls, int wakeup,
			   struct jfs_verbs_router **out_router);

/* Gives a route to the router. */
void jfs_verbs_find_route(struct jfs_verbs_router *router, struct jfs_verbs_route *route);

/* Takes a route back, with what came of it in its error; NULL for none now, or without a router. */
struct jfs_verbs_route *jfs_verbs_found_route(struct jfs_verbs_router *router);

/* Returns false while the call is under way: the route must stay until it is taken back. */
bool jfs_verbs_forget_route(struct jfs_verbs_router *router, struct jfs_verbs_route *route);

/* Ends the thread, and waits for the call that is under way. NULL is allowed. */
void jfs_verbs_stop_router(struct jfs_verbs_router *router);

/* All routes have been taken back. NULL is allowed. */
void jfs_verbs_free_router(struct jfs_verbs_router *router);

#endif
