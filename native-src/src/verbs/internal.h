/* What the files of the verbs layer share; jfs/verbs.h describes the layer. */
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
	size_t turn;			/* which of them is first next time, so that none starves */
	struct jfs_link pending;	/* connections with unreported events */
	bool routes_apart;		/* looking for a route may block: not on the event thread */
	struct jfs_verbs_router *router;	/* the thread for that; NULL until it is needed */
};

/*
 * A device that connections are on: librdmacm's own context for it, which all users in this process
 * share. It is valid only while a connection's identifier refers to it.
 */
struct jfs_verbs_context {
	struct jfs_link link;
	struct ibv_context *device;
	struct ibv_comp_channel *channel;
	struct jfs_link connections;
	bool gone;			/* nothing comes from it any more */
	bool software;
	uint64_t guid;			/* the same for all its ports and addresses */
};

/* The owner of an rdma_cm_id, whose context points here. */
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
	bool for_ever;			/* the peer asks for endless retries */
};

/* A connection's qp and cq, and the memory that messages are in. */
struct jfs_verbs_endpoint {
	struct jfs_verbs_context *context;
	struct jfs_link link;		/* among the context's connections */
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;		/* NULL: not opened */
	uint8_t *slots;			/* to receive in, then those to send from if not inline */
	size_t slots_size;
	struct ibv_mr *slots_mr;
	uint32_t receive_slots;
	uint32_t send_slots;
	uint32_t send_requests;		/* for which the device has room */
	uint32_t inline_bytes;
	uint32_t signal_every;		/* a completion for one in so many */
	bool immediates;

	/* For one thread at a time; the two count and wrap around. */
	uint32_t posted;
	uint32_t completed;
	uint32_t unsignaled;		/* posted since the last signaled one */
	bool unsendable;		/* the device has refused a send */
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
	JFS_VERBS_OVER			/* and reported */
};

/* Events that a connection has once until they are reported. */
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

/*
 * manager.c: with the functions of the libraries, or a test's own; takes ownership of the library
 * if it returns 0.
 */
int jfs_verbs_start(const struct jfs_verbs_library *library, struct jfs_verbs **out_verbs);
void jfs_verbs_pend(struct jfs_verbs_connection *connection, unsigned events);

/* cm_event.c: takes one event of rdma_cm; EAGAIN if there is none. */
int jfs_verbs_take_cm_event(struct jfs_verbs *verbs, struct jfs_verbs_event *out_event);

/* Takes what the router gives back; returns whether there is an event to report. */
bool jfs_verbs_take_route(struct jfs_verbs *verbs, struct jfs_verbs_event *out_event);

/*
 * context.c: joining may make the context, leaving may destroy it. The two that read take the
 * events that there are, up to a limit, and pend them.
 */
int jfs_verbs_join_context(struct jfs_verbs_connection *connection);
void jfs_verbs_leave_context(struct jfs_verbs_connection *connection);
void jfs_verbs_read_completions(struct jfs_verbs *verbs, struct jfs_verbs_context *context);
void jfs_verbs_read_asynchronous(struct jfs_verbs *verbs, struct jfs_verbs_context *context);

/*
 * connection.c: the next steps after events of rdma_cm. Asking for a route is the
 * only call that may block, and that another thread may make.
 */
int jfs_verbs_resolve_route(struct jfs_verbs_connection *connection);
int jfs_verbs_ask_route(const struct jfs_verbs_connection *connection);
int jfs_verbs_request_connection(struct jfs_verbs_connection *connection);

/*
 * route.c: finding hands a connection to a thread that may block; ENOMEM or EAGAIN if that thread
 * cannot be started. Found takes a connection back, NULL for none now. Forgetting returns false
 * while the call is under way: the connection must stay until it is taken back. Ending waits for
 * the call.
 */
int jfs_verbs_find_route(struct jfs_verbs_connection *connection);
struct jfs_verbs_connection *jfs_verbs_found_route(struct jfs_verbs *verbs);
bool jfs_verbs_forget_route(struct jfs_verbs_connection *connection);
void jfs_verbs_end_routes(struct jfs_verbs *verbs);

/* endpoint.c: opened when the connection's rdma_cm_id is on a device. */
int jfs_verbs_open_endpoint(struct jfs_verbs_connection *connection);
void jfs_verbs_close_endpoint(struct jfs_verbs_connection *connection);

/* completion.c: posts receives for all slots. */
int jfs_verbs_post_all_receives(struct jfs_verbs_endpoint *endpoint);

/* registration.c: unregisters all memory that the caller has left. */
void jfs_verbs_unregister_all(struct jfs_verbs_connection *connection);

#endif
