/* What the files of the verbs layer share; jfs/verbs.h says what they do together. */
#ifndef JFS_VERBS_INTERNAL_H
#define JFS_VERBS_INTERNAL_H

#include <poll.h>

#include "jfs/verbs.h"
#include "library.h"
#include "list.h"

struct jfs_verbs {
	struct jfs_verbs_library library;
	struct rdma_event_channel *channel;
	int wakeup;			/* an eventfd */
	struct jfs_link contexts;	/* that connections are on */
	struct pollfd *polled;		/* wakeup, channel, and two for each context */
	size_t polled_room;
	size_t turn;			/* which of them comes first the next time, so that none starves */
	struct jfs_link pending;	/* connections with events not yet told of */
	bool routes_apart;		/* looking for a route may block: not on the event thread */
	struct jfs_verbs_router *router;	/* the thread for that; NULL until it is needed */
};

/*
 * A device that connections are on: librdmacm's context for it, which is its own and every other
 * user's in this process. It is known only while a connection's identifier holds it.
 */
struct jfs_verbs_context {
	struct jfs_link link;
	struct ibv_context *device;
	struct ibv_comp_channel *channel;
	struct jfs_link connections;
	bool gone;			/* nothing comes from it any more */
	bool software;
	uint64_t guid;			/* of its own, whichever of its ports and addresses */
};

/* What a connection manager's identifier belongs to; its context points here. */
struct jfs_verbs_owner {
	bool listens;
	uint64_t token;
};

struct jfs_verbs_listener {
	struct jfs_verbs_owner owner;
	struct jfs_verbs *verbs;
	struct rdma_cm_id *id;
};

struct jfs_verbs_request {
	struct jfs_verbs *verbs;
	struct rdma_cm_id *id;
	bool for_ever;			/* it wants packets sent again without end */
};

/* A connection's queues and the memory that messages are in. */
struct jfs_verbs_endpoint {
	struct jfs_verbs_context *context;
	struct jfs_link link;		/* among the context's connections */
	struct ibv_pd *domain;
	struct ibv_cq *queue;
	struct ibv_qp *pair;		/* NULL: not opened */
	uint8_t *slots;			/* to receive in, then those to send from if not inline */
	size_t slots_size;
	struct ibv_mr *slots_registration;
	uint32_t receive_slots;
	uint32_t send_slots;
	uint32_t send_requests;		/* for which the device has room */
	uint32_t inline_bytes;
	uint32_t signal_every;		/* a completion for one in so many */
	bool immediates;

	/* For one thread at a time; the two count and wrap around. */
	uint32_t posted;
	uint32_t completed;
	uint32_t unsignaled;		/* posted since the last that will complete visibly */
	bool unsendable;		/* the device has not taken what was to be sent */
	bool drained;			/* nothing more can have arrived */
	int error;			/* it is of no use any more */
	int status;			/* why: the ibv_wc_status */
};

enum jfs_verbs_state {
	JFS_VERBS_RESOLVING_ADDRESS,
	JFS_VERBS_RESOLVING_ROUTE,
	JFS_VERBS_CONNECTING,
	JFS_VERBS_ACCEPTING,
	JFS_VERBS_CONNECTED,
	JFS_VERBS_OVER			/* and told so */
};

/* Events that a connection has once until they are told of. */
#define JFS_VERBS_PENDING_COMPLETIONS 1U
#define JFS_VERBS_PENDING_BROKEN 2U

struct jfs_verbs_connection {
	struct jfs_verbs_owner owner;
	struct jfs_verbs *verbs;
	struct rdma_cm_id *id;
	struct jfs_verbs_settings settings;
	_Atomic enum jfs_verbs_state state;	/* the event thread's to change */
	bool disconnected;		/* by us */
	uint8_t data[JFS_VERBS_REQUEST_DATA];
	uint8_t data_length;
	unsigned pending;
	struct jfs_link pending_link;
	bool routing;			/* given to the router; the event thread's, as the two below */
	bool routed;			/* the answer came before the router gave it back */
	bool abandoned;			/* to be destroyed when the router gives it back */
	struct jfs_link route_link;	/* guarded by the router's lock, as is what follows */
	int route_error;
	struct jfs_link registrations;
	struct jfs_verbs_endpoint endpoint;
};

/* manager.c: with functions that are found, or a test's own; takes the library over if 0. */
int jfs_verbs_start(const struct jfs_verbs_library *library, struct jfs_verbs **out_verbs);
void jfs_verbs_pend(struct jfs_verbs_connection *connection, unsigned events);

/* manager_event.c: takes one event of the connection manager's; EAGAIN if there is none. */
int jfs_verbs_take_manager_event(struct jfs_verbs *verbs, struct jfs_verbs_event *out_event);

/* The same of what the router gives back; whether there is an event to tell of. */
bool jfs_verbs_take_route(struct jfs_verbs *verbs, struct jfs_verbs_event *out_event);

/*
 * context.c: joining may make the context, leaving may end it. The two that read take what there
 * is, up to a limit, and pend it.
 */
int jfs_verbs_join_context(struct jfs_verbs_connection *connection);
void jfs_verbs_leave_context(struct jfs_verbs_connection *connection);
void jfs_verbs_read_completions(struct jfs_verbs *verbs, struct jfs_verbs_context *context);
void jfs_verbs_read_asynchronous(struct jfs_verbs *verbs, struct jfs_verbs_context *context);

/*
 * connection.c: what follows an answer of the connection manager's. Asking for a route is the one
 * call that may block, and that another thread may make.
 */
int jfs_verbs_resolve_route(struct jfs_verbs_connection *connection);
int jfs_verbs_ask_route(const struct jfs_verbs_connection *connection);
int jfs_verbs_request_connection(struct jfs_verbs_connection *connection);

/*
 * route.c: has a route asked for by a thread that may block; ENOMEM or EAGAIN where there is none.
 * Found routes are what it gives back, NULL for none now. A route that is to be forgotten is not
 * while the call is under way (false): the connection must stay until it is given back. Ending waits
 * for the call.
 */
int jfs_verbs_find_route(struct jfs_verbs_connection *connection);
struct jfs_verbs_connection *jfs_verbs_found_route(struct jfs_verbs *verbs);
bool jfs_verbs_forget_route(struct jfs_verbs_connection *connection);
void jfs_verbs_end_routes(struct jfs_verbs *verbs);

/* endpoint.c: opened when the connection's identifier is on a device. */
int jfs_verbs_open_endpoint(struct jfs_verbs_connection *connection);
void jfs_verbs_close_endpoint(struct jfs_verbs_connection *connection);

/* completion.c: has the device receive into all slots. */
int jfs_verbs_post_all_receives(struct jfs_verbs_endpoint *endpoint);

/* registration.c: takes back what the caller left. */
void jfs_verbs_unregister_all(struct jfs_verbs_connection *connection);

#endif
