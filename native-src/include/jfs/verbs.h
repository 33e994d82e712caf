/*
 * Connections over RDMA verbs: a thin layer over libibverbs and librdmacm, which it opens at run
 * time, so that the library also loads on a host without them.
 *
 * A connection is a reliable queue pair (RC) with a completion queue and a protection domain of its
 * own: what a peer learns of one connection gives it no access to another's memory. The peer writes
 * bytes into memory that was registered for it (jfs_verbs_region). The immediate of each write
 * tells how many bytes it has; where the device has no immediates (iWARP), a send after the write
 * does. Beside the writes go messages of JFS_VERBS_MESSAGE bytes. Each write and each message takes
 * one of the peer's receive slots, which is free again when jfs_verbs_poll() has reported it. The
 * sender must know of a free slot: there is no retry without one.
 *
 * Threads: jfs_verbs_next_event(), jfs_verbs_serves(), and all that makes, accepts, registers or
 * destroys, are for one thread, the event thread. jfs_verbs_write(), _send(), _probe(), _poll(),
 * _arm() and _disconnect() of one connection are for one thread at a time, any; of different
 * connections, at once. jfs_verbs_wake() and jfs_verbs_devices() are for all threads.
 *
 * Unless said otherwise a function returns 0 or an errno value, and sets its outputs only if 0.
 */
#ifndef JFS_VERBS_H
#define JFS_VERBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* The bytes of a message. */
#define JFS_VERBS_MESSAGE 32

/* The most private data of a request, of an answer and of a refusal (rdma_cm(7), RDMA_PS_TCP). */
#define JFS_VERBS_REQUEST_DATA 56
#define JFS_VERBS_ACCEPT_DATA 196
#define JFS_VERBS_REFUSE_DATA 148

/* The fewest and the most slots of either kind. */
#define JFS_VERBS_LEAST_SLOTS 2
#define JFS_VERBS_MOST_SLOTS 4095

/* The most messages that one jfs_verbs_poll() returns. */
#define JFS_VERBS_MESSAGES_AT_ONCE 16

struct jfs_verbs;		/* the libraries, and the sources of events */
struct jfs_verbs_listener;
struct jfs_verbs_request;	/* a peer that wants to connect, not yet answered */
struct jfs_verbs_connection;

/* The caller's memory that a connection's device may reach. */
struct jfs_verbs_region {
	void *bytes;
	size_t size;
	uint32_t local_key;
	uint32_t remote_key;	/* 0 unless the peer may write */
	void *registration;
};

struct jfs_verbs_device {
	char name[64];
	char link_layer[16];	/* "Ethernet", "InfiniBand", or "" */
	bool active;		/* a port of it is */
	bool immediates;	/* it can write with immediate */
};

/* The parameters of a connection. */
struct jfs_verbs_settings {
	uint32_t receive_slots;		/* for the peer's writes and messages */
	uint32_t send_slots;		/* for what is under way */
	uint32_t inline_bytes;		/* wanted; the device may give fewer */
	uint8_t ack_timeout;		/* 4.096 us << this, before a packet is sent again; 1..31 */
	uint8_t retries;		/* 0..6; 7 would be for ever on some devices */
	int32_t resolve_millis;		/* for the peer's address, and for the route */
};

enum jfs_verbs_event_kind {
	JFS_VERBS_NONE = 0,	/* the time is up, or jfs_verbs_wake() */
	JFS_VERBS_COMPLETIONS,	/* an armed connection has something to poll */
	JFS_VERBS_REQUEST,	/* at a listener; token is the listener's */
	JFS_VERBS_ACCEPTED,	/* the peer has accepted: ready to send; with its data */
	JFS_VERBS_ESTABLISHED,	/* the peer knows that we accepted: ready to send */
	JFS_VERBS_REFUSED,	/* the peer refused; error is ECONNREFUSED; with its data if any */
	JFS_VERBS_FAILED,	/* not connected; error says why (EHOSTUNREACH, ETIMEDOUT, ENOMEM...) */
	JFS_VERBS_DISCONNECTED,	/* the peer has ended it, or has died, or knows that we have ended it */
	JFS_VERBS_BROKEN,	/* the device says that the connection is of no use any more */
	JFS_VERBS_DEVICE_GONE	/* a connection's or a listener's is being taken away: destroy, at once;
				 * or a listener's address has moved to another: listen again */
};

struct jfs_verbs_event {
	enum jfs_verbs_event_kind kind;
	uint64_t token;			/* as given for the connection or listener */
	int error;			/* of REFUSED and FAILED */
	int status;			/* of REFUSED and FAILED: the connection manager's own, for the log */
	struct jfs_verbs_request *request;	/* of REQUEST; to be accepted or refused */
	struct sockaddr_storage local;	/* of REQUEST: the addresses of the connection manager's */
	struct sockaddr_storage remote;
	uint32_t peer_qp;		/* of REQUEST and ACCEPTED: what jfs_verbs_qp() is there */
	uint8_t data_length;
	uint8_t data[JFS_VERBS_ACCEPT_DATA];
};

/* What jfs_verbs_poll() found. */
struct jfs_verbs_progress {
	uint32_t bytes;		/* written by the peer since */
	uint32_t received;	/* receive slots that are free again: of messages and writes */
	uint32_t sent;		/* send slots that are free again */
	uint32_t messages;	/* how many of the messages are set */
	uint8_t message[JFS_VERBS_MESSAGES_AT_ONCE][JFS_VERBS_MESSAGE];
};

/*
 * Opens the libraries. ENOENT: one is not installed; ENOSYS: one lacks a function, being too old;
 * ENODEV: the kernel has no connection manager (module rdma_ucm), or it may not be used, or there
 * is no device now.
 */
int jfs_verbs_open(struct jfs_verbs **out_verbs);

/*
 * Ends it; every connection, request and listener must have been destroyed. NULL is allowed. Waits
 * for ibacm if a request for a route is under way there: see jfs_verbs_connect().
 */
void jfs_verbs_close(struct jfs_verbs *verbs);

/* The devices there are, at most capacity of them; 0 of them is no error. */
int jfs_verbs_devices(struct jfs_verbs *verbs, struct jfs_verbs_device *devices, size_t capacity,
		      size_t *out_count);

/* Whether a device has this address, so that connections from it are possible. 0, or ENODEV. */
int jfs_verbs_serves(struct jfs_verbs *verbs, const struct sockaddr *local);

/*
 * The next event, waiting up to timeout_millis for one (-1: for ever, 0: not at all). Fails only if
 * the connection manager itself does; a signal is no failure.
 */
int jfs_verbs_next_event(struct jfs_verbs *verbs, int timeout_millis,
			 struct jfs_verbs_event *out_event);

/* Makes jfs_verbs_next_event() return, now or when next called. Any thread may call. */
void jfs_verbs_wake(struct jfs_verbs *verbs);

/*
 * Listens; the port is in the connection manager's own port space, except for iWARP. EADDRINUSE and
 * others.
 */
int jfs_verbs_listen(struct jfs_verbs *verbs, const struct sockaddr *local, int backlog,
		     uint64_t token, struct jfs_verbs_listener **out_listener);
void jfs_verbs_unlisten(struct jfs_verbs_listener *listener);

/*
 * Begins to connect: ACCEPTED, REFUSED or FAILED follows, unless the connection is destroyed
 * before. librdmacm may wait for the daemon ibacm meanwhile; that happens on a thread of this
 * library, which the first connection starts.
 *
 * local: the address to come from, with port 0; data: up to JFS_VERBS_REQUEST_DATA bytes.
 */
int jfs_verbs_connect(struct jfs_verbs *verbs, const struct sockaddr *local,
		      const struct sockaddr *remote, const struct jfs_verbs_settings *settings,
		      const void *data, size_t length, uint64_t token,
		      struct jfs_verbs_connection **out_connection);

/*
 * Accepts: ESTABLISHED follows, or DISCONNECTED, or FAILED. On failure the request stays, to be
 * refused. EPROTO: the peer asks for endless retries. Other errors also if the peer has given up
 * meanwhile.
 */
int jfs_verbs_accept(struct jfs_verbs_request *request, const struct jfs_verbs_settings *settings,
		     const void *data, size_t length, uint64_t token,
		     struct jfs_verbs_connection **out_connection);

/* Refuses, with up to JFS_VERBS_REFUSE_DATA bytes for the peer, and forgets the request. */
void jfs_verbs_refuse(struct jfs_verbs_request *request, const void *data, size_t length);

/*
 * Registers memory, which is pinned from now on and must stay allocated until it is unregistered or
 * the connection is destroyed. Whole, aligned pages keep the process's other memory from the
 * device: a device may get access to whole pages only.
 *
 * Only for a connection that exists on its device: from ACCEPTED on, or made by jfs_verbs_accept().
 * ENOMEM, or EAGAIN from some kernels: the limit of locked memory (RLIMIT_MEMLOCK), or no memory.
 * EINVAL: no such memory.
 */
int jfs_verbs_register(struct jfs_verbs_connection *connection, void *bytes, size_t size,
		       bool peer_writes, struct jfs_verbs_region *out_region);

/* Unregisters memory; the caller knows that the peer does not write there any more. */
void jfs_verbs_unregister(struct jfs_verbs_connection *connection,
			  struct jfs_verbs_region *region);

/* How many bytes the device sends inline: so much memory may change right after the call. */
uint32_t jfs_verbs_inline_bytes(const struct jfs_verbs_connection *connection);

/*
 * Writes bytes of a region, from offset on, to the peer's memory, and tells the peer how many they
 * are. length: 1 or more. Takes a send slot.
 *
 * ENOMEM: no send slot is free. EINVAL: no such bytes. Others: the connection is of no use any
 * more.
 */
int jfs_verbs_write(struct jfs_verbs_connection *connection, const struct jfs_verbs_region *from,
		    size_t offset, uint32_t length, uint64_t remote_address, uint32_t remote_key);

/*
 * Sends a message of JFS_VERBS_MESSAGE bytes, which may change after the call. Takes a send slot.
 */
int jfs_verbs_send(struct jfs_verbs_connection *connection, const void *message);

/*
 * Asks the peer's device for a sign of life: a write of no bytes, of which the peer learns nothing.
 * Takes a send slot. If none comes, jfs_verbs_poll() fails once the device gives up.
 */
int jfs_verbs_probe(struct jfs_verbs_connection *connection);

/*
 * Takes what has completed since the last call, or a part of it: an empty result means that this
 * was all. Never blocks. What came before an error is reported first. One call reports at most 2^30
 * bytes, and no more slots than there are.
 *
 * ECONNRESET: the connection is of no use any more, and nothing more will come; *out_status, if not
 * NULL, is then the ibv_wc_status, for the log: of the device, or IBV_WC_BAD_RESP_ERR for data that
 * no JFS peer sends, or IBV_WC_GENERAL_ERR for calls that failed here.
 */
int jfs_verbs_poll(struct jfs_verbs_connection *connection, struct jfs_verbs_progress *out_progress,
		   int *out_status);

/*
 * Whether nothing more can come, once jfs_verbs_poll() has failed: the device has flushed a receive
 * slot. A device may take a while until then, or never do it if it is gone; meanwhile further polls
 * may report what arrived before.
 */
bool jfs_verbs_drained(const struct jfs_verbs_connection *connection);

/* Whether its device is software, which needs a processor of this host. */
bool jfs_verbs_software(const struct jfs_verbs_connection *connection);

/* The node GUID of its device, in no particular byte order; 0 if it is on none yet. */
uint64_t jfs_verbs_device_guid(const struct jfs_verbs_connection *connection);

/*
 * The number of its qp, as rdma_cm tells the peer: no other qp of the device has it. 0 before it has
 * a qp (that is, before ACCEPTED, unless made by jfs_verbs_accept()), and with iWARP, which has no
 * such numbers.
 */
uint32_t jfs_verbs_qp(const struct jfs_verbs_connection *connection);

/*
 * Makes the next completion, of either kind, raise an event, once. Earlier completions raise none:
 * after this, and before sleeping, poll until nothing is reported.
 */
int jfs_verbs_arm(struct jfs_verbs_connection *connection);

/*
 * Ends the connection, tells the peer, and fails what is under way. What has arrived can still be
 * polled, and nothing more arrives. Idempotent.
 */
void jfs_verbs_disconnect(struct jfs_verbs_connection *connection);

/*
 * Destroys a connection in any state, and unregisters its memory: after this no device writes
 * there, and no event of it comes. Does not wait for the peer.
 */
void jfs_verbs_destroy(struct jfs_verbs_connection *connection);

#endif
