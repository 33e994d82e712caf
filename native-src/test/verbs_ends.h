/*
 * Two ends of a connection over real verbs, in one process: each knows at once what the other has
 * done, without any messages.
 */
#ifndef JFS_TEST_VERBS_ENDS_H
#define JFS_TEST_VERBS_ENDS_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jfs/verbs.h"

#define PORT 4711
#define RING 65536U
#define LISTENER 100U

#define BIT(kind) (1U << JFS_VERBS_##kind)
#define ANSWERED (BIT(ACCEPTED) | BIT(REFUSED) | BIT(FAILED))

/* Of enum ibv_wc_status. */
#define FLUSHED 5
#define ACCESS 10
#define RETRIES 12
#define RECEIVER_RETRIES 13

static const struct jfs_verbs_settings usual = {.receive_slots = 64,
						.send_slots = 32,
						.inline_bytes = 64,
						.ack_timeout = 14,
						.retries = 3,
						.resolve_millis = 2000};

/* An end of a connection, and what is known of the other. */
struct end {
	struct jfs_verbs_connection *connection;
	uint32_t seen;			/* a bit for each kind of event */
	int error, status;
	uint8_t data[JFS_VERBS_ACCEPT_DATA];
	uint32_t peer_qp;
	uint8_t data_length;
	uint8_t *ring;			/* the peer writes here */
	uint8_t *source;		/* memory to write from */
	struct jfs_verbs_region ring_region, source_region;
	uint64_t peer_address;
	uint32_t peer_key;
	uint64_t written, read;		/* bytes */
	uint64_t checksum_written, checksum_read;
	uint64_t posted, sent;		/* slots */
	uint64_t told, taken;		/* of the peer's slots; by this end, of this end's */
	uint64_t messages_sent, messages_received;
	int broken;			/* the last error of jfs_verbs_poll(), if any */
	int broken_status;
};

extern struct jfs_verbs *verbs;
extern struct jfs_verbs_listener *listener;
extern struct jfs_verbs_request *request;
extern struct end ends[2];		/* 0 connects, 1 accepts; the tokens are these */
extern struct jfs_verbs_event last_request;
extern bool listener_gone;

/* The time, by a clock that is never set. */
int64_t millis(void);

struct sockaddr_storage address_of(const char *host, uint16_t port);

/* Takes note of an event. */
void take(const struct jfs_verbs_event *event);

/* Whether the end has seen an event of this kind. */
bool saw(unsigned which, enum jfs_verbs_event_kind kind);

/* Takes the next event, and waits at most so long for it. */
void pump(int timeout);

/* Waits until one of these kinds is seen, at most so long; 0: a request. */
bool wait_for(unsigned which, uint32_t kinds, int timeout);

/* Opens the library, without ends. */
void begin(void);

/* Listens, with the token LISTENER. */
void listen_on(const struct sockaddr_storage *local);

/* Closes everything. */
void end_all(void);

/* Makes end 0 ask for a connection; 0 or an error. */
int ask(const struct sockaddr_storage *from, const struct sockaddr_storage *to,
	const struct jfs_verbs_settings *settings, const void *data, size_t length);

/* Connects both ends, and accepts. */
void connect_addresses(const struct sockaddr_storage *from, const struct sockaddr_storage *to,
		       const struct jfs_verbs_settings *settings);

/* New memory of so many bytes. */
uint8_t *memory(size_t size);

/* Registers memory, and tells the peer where it is. */
void offer(struct end *end);

/* Returns whether there was anything. */
bool look(struct end *end);

/* Both ends register memory, and learn of the other's. */
void exchange(void);

/* Opens, connects and exchanges. */
void join_with(const struct jfs_verbs_settings *settings);

/* With the usual settings. */
void join(void);

/* Writes so many of the next bytes to the same place of the peer's ring; at the end in two. */
int write_some(struct end *end, uint32_t length);

/* Sends the next message; 0 or an error. */
int send_number(struct end *end);

/* Whether all that one end has sent has arrived at the other, and both know. */
bool settled(void);

#endif
