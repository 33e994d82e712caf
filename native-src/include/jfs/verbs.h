/*
 * Connections over RDMA verbs: a thin layer over libibverbs and librdmacm, which are opened at run
 * time, so that a host without them loses nothing.
 *
 * A connection is a reliable queue pair (RC) with a completion queue and a protection domain of its
 * own: what a peer learns of one connection gives it no access to another's memory. The peer writes
 * bytes into memory that was registered for it (jfs_verbs_region), and tells of each write by its
 * immediate, which is the number of bytes; where the device knows no immediates (iWARP), by a send
 * after the write. Beside them go messages of JFS_VERBS_MESSAGE bytes. Either takes one of the
 * peer's receive slots; a slot is free again when jfs_verbs_poll() has told of what took it. Who
 * sends must know of a free slot: there is no retry for want of one.
 *
 * Threads: jfs_verbs_next_event(), and all that makes, accepts, registers or destroys, are for one
 * thread, the event thread. jfs_verbs_write(), _send(), _probe(), _poll(), _arm() and _disconnect()
 * of one connection are for one thread at a time, any; of different connections, at once.
 * jfs_verbs_wake() is for all.
 *
 * Unless said otherwise a function returns 0 or an errno value, and sets output arguments only if 0.
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

/* The most messages that one jfs_verbs_poll() tells of. */
#define JFS_VERBS_MESSAGES_AT_ONCE 16

struct jfs_verbs;		/* the libraries, and what tells of events */
struct jfs_verbs_listener;
struct jfs_verbs_request;	/* a peer that wants to connect, not yet answered */
struct jfs_verbs_connection;

/* Memory of the caller's that a connection's device may reach. */
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

/* What a connection is made with. */
struct jfs_verbs_settings {
	uint32_t receive_slots;		/* for what the peer tells; 2..4096 */
	uint32_t send_slots;		/* for what is under way; 2..4096 */
	uint32_t inline_bytes;		/* wished; the device may give fewer */
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
	uint8_t data_length;
	uint8_t data[JFS_VERBS_ACCEPT_DATA];
};

/* What jfs_verbs_poll() found. */
struct jfs_verbs_progress {
	uint32_t bytes;		/* written by the peer since */
	uint32_t received;	/* receive slots that are free again: messages, and writes told of */
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
 * for ibacm where that is being asked for a route: see jfs_verbs_connect().
 */
void jfs_verbs_close(struct jfs_verbs *verbs);

/* The devices there are, at most capacity of them; 0 of them is no error. */
int jfs_verbs_devices(struct jfs_verbs *verbs, struct jfs_verbs_device *devices, size_t capacity,
		      size_t *out_count);

/* Whether a device has this address, so that connections from it could be made. 0, or ENODEV. */
int jfs_verbs_serves(struct jfs_verbs *verbs, const struct sockaddr *local);

/*
 * The next event, waiting up to timeout_millis for one (-1: for ever, 0: not at all). Fails only if
 * the connection manager itself does; a signal is no failure.
 */
int jfs_verbs_next_event(struct jfs_verbs *verbs, int timeout_millis,
			 struct jfs_verbs_event *out_event);

/* Makes jfs_verbs_next_event() return, now or when next called. Any thread. */
void jfs_verbs_wake(struct jfs_verbs *verbs);

/* Listens; the port is one of the connection manager's own, but for iWARP. EADDRINUSE and others. */
int jfs_verbs_listen(struct jfs_verbs *verbs, const struct sockaddr *local, int backlog,
		     uint64_t token, struct jfs_verbs_listener **out_listener);
void jfs_verbs_unlisten(struct jfs_verbs_listener *listener);

/*
 * Begins to connect: ACCEPTED, REFUSED or FAILED follows, unless it is destroyed before. librdmacm
 * may wait for the daemon ibacm meanwhile; it does so on a thread of its own, which the first
 * connection starts.
 *
 * local: the address to come from, whose port is 0; data: up to JFS_VERBS_REQUEST_DATA bytes.
 */
int jfs_verbs_connect(struct jfs_verbs *verbs, const struct sockaddr *local,
		      const struct sockaddr *remote, const struct jfs_verbs_settings *settings,
		      const void *data, size_t length, uint64_t token,
		      struct jfs_verbs_connection **out_connection);

/*
 * Accepts: ESTABLISHED follows, or DISCONNECTED, or FAILED. On failure the request stays, to be
 * refused. EPROTO: the peer wants packets sent again for ever. Others also where the peer has given
 * up meanwhile.
 */
int jfs_verbs_accept(struct jfs_verbs_request *request, const struct jfs_verbs_settings *settings,
		     const void *data, size_t length, uint64_t token,
		     struct jfs_verbs_connection **out_connection);

/* Refuses, with up to JFS_VERBS_REFUSE_DATA bytes for the peer, and forgets the request. */
void jfs_verbs_refuse(struct jfs_verbs_request *request, const void *data, size_t length);

/*
 * Registers memory, which is pinned from now on and must stay allocated until it is unregistered or
 * the connection is destroyed. Page-aligned, and a multiple of a page, if anything else is in the
 * process's memory: a device may be given whole pages only.
 *
 * Only for a connection that exists on its device: from ACCEPTED on, or made by jfs_verbs_accept().
 * ENOMEM, or EAGAIN where a kernel says that: the limit of locked memory (RLIMIT_MEMLOCK), or no
 * memory. EINVAL: no such memory.
 */
int jfs_verbs_register(struct jfs_verbs_connection *connection, void *bytes, size_t size,
		       bool peer_writes, struct jfs_verbs_region *out_region);

/* Takes it back; the peer is known not to write there any more. */
void jfs_verbs_unregister(struct jfs_verbs_connection *connection,
			  struct jfs_verbs_region *region);

/* How many bytes the device sends inline, so that the memory they are in may change at once. */
uint32_t jfs_verbs_inline_bytes(const struct jfs_verbs_connection *connection);

/*
 * Has bytes of a region, from offset on, written to the peer's memory, and the peer told how many
 * they are. length: 1 or more. Takes a send slot.
 *
 * ENOMEM: no send slot is free. EINVAL: no such bytes. Others: the connection is of no use any
 * more.
 */
int jfs_verbs_write(struct jfs_verbs_connection *connection, const struct jfs_verbs_region *from,
		    size_t offset, uint32_t length, uint64_t remote_address, uint32_t remote_key);

/* Sends a message of JFS_VERBS_MESSAGE bytes, which are the caller's again. Takes a send slot. */
int jfs_verbs_send(struct jfs_verbs_connection *connection, const void *message);

/*
 * Asks the peer's device for a sign of life: a write of no bytes, of which the peer learns nothing.
 * Takes a send slot. If none comes, jfs_verbs_poll() fails in the end.
 */
int jfs_verbs_probe(struct jfs_verbs_connection *connection);

/*
 * What has happened since, or a part of it: all has been told of when nothing is. Never blocks.
 * What came before an error is told first. Neither are more bytes told of at once than 2^30, nor
 * more slots than there are.
 *
 * ECONNRESET: the connection is of no use any more, and nothing more will come; *out_status, if not
 * NULL, is then the ibv_wc_status, for the log: of the device's, or IBV_WC_BAD_RESP_ERR for what no
 * peer of ours sends, or IBV_WC_GENERAL_ERR for calls that failed here.
 */
int jfs_verbs_poll(struct jfs_verbs_connection *connection, struct jfs_verbs_progress *out_progress,
		   int *out_status);

/*
 * Whether nothing more can come, once jfs_verbs_poll() has failed: a slot to receive in has come
 * back without anything in it. A device may take a while until then, or never do it if it is no
 * more; what arrived before may be told of by further polls.
 */
bool jfs_verbs_drained(const struct jfs_verbs_connection *connection);

/* Whether its device is software, which needs a processor of this host's to do anything. */
bool jfs_verbs_software(const struct jfs_verbs_connection *connection);

/* Which device it is on: its node GUID, in no particular byte order; 0 if it is on none as yet. */
uint64_t jfs_verbs_device_guid(const struct jfs_verbs_connection *connection);

/*
 * Has the next completion, of either kind, tell of itself by an event, once. What came before is
 * not told of: poll after this, until nothing is told, and before sleeping.
 */
int jfs_verbs_arm(struct jfs_verbs_connection *connection);

/*
 * Tells the peer that it is over, and fails what is under way; what has arrived can be polled still,
 * and nothing more arrives. Idempotent.
 */
void jfs_verbs_disconnect(struct jfs_verbs_connection *connection);

/*
 * Destroys it, in whatever state, and unregisters its memory: nobody writes there after this, and
 * no event of it comes any more. Does not block for the peer.
 */
void jfs_verbs_destroy(struct jfs_verbs_connection *connection);

#endif
