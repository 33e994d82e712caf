/* A connection between two processes, over rings in shared memory, over TCP, or over RDMA. */
#ifndef JFS_BENCH_LINK_H
#define JFS_BENCH_LINK_H

#include <stddef.h>

#include "ring.h"
#include "verbs_link.h"
#include "wait.h"

enum transport {
	TRANSPORT_RING,
	TRANSPORT_TCP,
	TRANSPORT_VERBS
};

struct link_options {
	enum transport transport;
	enum wait_mode mode;	/* WAIT_SPIN; any other mode, but for rings: blocking calls */
	int spins;
	size_t piece;		/* the ring's bytes that become visible at a time */
	const char *from;	/* addresses, but for rings: of the client, ... */
	const char *to;		/* ... and of the server */
};

/* One end; for one thread at a time. */
struct link_end {
	struct link_options options;
	struct ring_end out;
	struct ring_end in;
	int socket;
	struct verbs_link *verbs;
};

struct link_pair {
	struct link_end client;
	struct link_end server;
};

/*
 * Makes count connections, before the process forks; then one process alone uses each end. Returns
 * 0 or an errno value. The connections end with the processes.
 */
int link_open(const struct link_options *options, size_t count, struct link_pair *pairs);

/* Connects now rather than at the first use: in the process that has this end. */
void link_connect(struct link_end *end);

/* Drops this end, in the process that has the other end. */
void link_forget(struct link_end *end);

/* Makes this end wait in another mode from now on; the other end may have a different one. */
void link_wait_by(struct link_end *end, enum wait_mode mode);

/* An error ends the process, with a message. */
void link_send(struct link_end *end, const void *bytes, size_t length);

/* Ends this direction. */
void link_finish(struct link_end *end);

/* Receives 1 to length bytes, or 0 when nothing more will come. */
size_t link_receive(struct link_end *end, void *bytes, size_t length);

/* Receives length bytes; false if nothing more will come. */
int link_receive_all(struct link_end *end, void *bytes, size_t length);

#endif
