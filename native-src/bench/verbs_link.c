#include "verbs_link.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base.h"
#include "jfs/verbs.h"
#include "wait.h"

/* As in JFS. */
#define RING 65536U
#define SLOTS 128U
#define FREE_AT_FIRST 2U
#define KEPT_FOR_MESSAGES 8U
#define BLOCK 16384U

/* Looks between two yields: the device may be software, which needs the processor, too. */
#define LOOKS 16

#define TIMEOUT (10 * SECOND)

enum kind {
	HELLO = 1,	/* address and key of the ring */
	CREDIT,
	FINISHED	/* nothing more will come */
};

struct message {
	uint32_t kind;
	uint32_t slots;		/* receive slots that are free again */
	uint64_t taken;		/* bytes that have left the ring */
	uint64_t address;
	uint32_t key;
	uint32_t zero;
};

_Static_assert(sizeof(struct message) == JFS_VERBS_MESSAGE, "layout");

struct verbs_link {
	struct sockaddr_storage from, to;
	int connects;
	int spins;
	struct jfs_verbs *verbs;
	struct jfs_verbs_connection *connection;
	struct jfs_verbs_region ring, staging;
	uint64_t peer_address;
	uint32_t peer_key;
	uint64_t written, freed;		/* bytes: by this end, and by the peer */
	uint64_t arrived, taken, told;	/* bytes */
	uint32_t send_free, peer_free, untold;	/* slots */
	int armed;
	int finished;	/* the peer's direction; it may have gone, too */
	int gone;
};

static void parse_address(const char *text, uint16_t port, struct sockaddr_storage *out)
{
	struct sockaddr_in *four = (void *)out;
	struct sockaddr_in6 *six = (void *)out;

	if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		four->sin_port = htons(port);
	} else if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
		six->sin6_family = AF_INET6;
		six->sin6_port = htons(port);
	} else {
		give_up(text, "not an address");
	}
}

struct verbs_link *verbs_link_new(const char *from, const char *to, uint16_t port, int connects,
				  int spins)
{
	struct verbs_link *link = allocate(1, sizeof(*link));

	parse_address(from, 0, &link->from);
	parse_address(to, port, &link->to);
	link->connects = connects;
	link->spins = spins;
	link->send_free = SLOTS;
	link->peer_free = FREE_AT_FIRST;
	link->untold = SLOTS - FREE_AT_FIRST;
	return link;
}

static void unmap(const struct jfs_verbs_region *region)
{
	if (region->bytes != NULL)
		munmap(region->bytes, region->size);
}

void verbs_link_free(struct verbs_link *link)
{
	if (link == NULL)
		return;
	if (link->verbs != NULL) {
		jfs_verbs_destroy(link->connection);
		jfs_verbs_close(link->verbs);
	}
	unmap(&link->ring);
	unmap(&link->staging);
	free(link);
}

static void check(const char *what, int error)
{
	if (error)
		give_up(what, strerror(error));
}

static enum jfs_verbs_event_kind next(struct verbs_link *link, int64_t until,
				      struct jfs_verbs_event *event)
{
	int64_t left = (until - now_ns()) / 1000000;

	if (left <= 0)
		give_up("verbs", "the other end did not answer in time");
	check("jfs_verbs_next_event", jfs_verbs_next_event(link->verbs, (int)left, event));
	return event->kind;
}

static const struct jfs_verbs_settings settings = {.receive_slots = SLOTS,
						   .send_slots = SLOTS,
						   .inline_bytes = 64,
						   .ack_timeout = 14,
						   .retries = 6,
						   .resolve_millis = 2000};

/* Retries, since the other end may not listen yet. */
static void connect_to(struct verbs_link *link)
{
	int64_t until = now_ns() + TIMEOUT;
	struct jfs_verbs_event event;

	for (;;) {
		check("jfs_verbs_connect",
		      jfs_verbs_connect(link->verbs, (struct sockaddr *)&link->from,
					(struct sockaddr *)&link->to, &settings, NULL, 0, 1,
					&link->connection));
		do
			next(link, until, &event);
		while (event.kind != JFS_VERBS_ACCEPTED && event.kind != JFS_VERBS_REFUSED &&
		       event.kind != JFS_VERBS_FAILED);
		if (event.kind == JFS_VERBS_ACCEPTED)
			return;
		jfs_verbs_destroy(link->connection);
		usleep(50000);
	}
}

static void accept_from(struct verbs_link *link)
{
	int64_t until = now_ns() + TIMEOUT;
	struct jfs_verbs_listener *listener;
	struct jfs_verbs_event event;

	check("jfs_verbs_listen", jfs_verbs_listen(link->verbs, (struct sockaddr *)&link->to, 1, 0,
						   &listener));
	while (next(link, until, &event) != JFS_VERBS_REQUEST)
		;
	check("jfs_verbs_accept",
	      jfs_verbs_accept(event.request, &settings, NULL, 0, 1, &link->connection));
	while (next(link, until, &event) != JFS_VERBS_ESTABLISHED)
		if (event.kind == JFS_VERBS_FAILED)
			give_up("jfs_verbs_accept", strerror(event.error));
	jfs_verbs_unlisten(listener);
}

static void offer(struct verbs_link *link, int peer_writes, struct jfs_verbs_region *region)
{
	void *memory = mmap(NULL, RING, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		give_up("mmap", strerror(errno));
	check("jfs_verbs_register",
	      jfs_verbs_register(link->connection, memory, RING, peer_writes != 0, region));
}

/* The caller has checked for a slot. */
static void tell(struct verbs_link *link, enum kind kind)
{
	struct message message = {.kind = kind,
				  .slots = link->untold,
				  .taken = link->taken,
				  .address = (uintptr_t)link->ring.bytes,
				  .key = link->ring.remote_key};

	check("jfs_verbs_send", jfs_verbs_send(link->connection, &message));
	link->untold = 0;
	link->told = link->taken;
	link->send_free--;
	link->peer_free--;
}

static int may_tell(const struct verbs_link *link)
{
	return link->send_free > 0 && link->peer_free > 0;
}

static void give_credit(struct verbs_link *link)
{
	if ((link->untold >= SLOTS / 2 || link->taken - link->told >= RING / 4) && may_tell(link))
		tell(link, CREDIT);
}

static void take(struct verbs_link *link, const void *bytes)
{
	struct message message;

	memcpy(&message, bytes, sizeof(message));
	link->peer_free += message.slots;
	link->freed = message.taken;
	if (message.kind == HELLO) {
		link->peer_address = message.address;
		link->peer_key = message.key;
	}
	if (message.kind == FINISHED)
		link->finished = 1;
}

/* Returns whether there was anything new. */
static int advance(struct verbs_link *link)
{
	struct jfs_verbs_progress progress;
	int error = jfs_verbs_poll(link->connection, &progress, NULL);

	if (error && link->finished) {
		link->gone = 1;
		return 0;
	}
	check("jfs_verbs_poll", error);
	link->arrived += progress.bytes;
	link->send_free += progress.sent;
	link->untold += progress.received;
	for (uint32_t i = 0; i < progress.messages; i++)
		take(link, progress.message[i]);
	give_credit(link);
	return progress.received > 0 || progress.sent > 0;
}

static void wait_for_news(struct verbs_link *link)
{
	struct jfs_verbs_event event;

	for (uint32_t looks = 1; !advance(link) && !link->gone; looks++) {
		if (link->spins && looks % LOOKS == 0) {
			sched_yield();
		} else if (link->spins) {
			relax();
		} else if (!link->armed) {
			check("jfs_verbs_arm", jfs_verbs_arm(link->connection));
			link->armed = 1;
		} else {
			check("jfs_verbs_next_event",
			      jfs_verbs_next_event(link->verbs, -1, &event));
			if (event.kind == JFS_VERBS_COMPLETIONS)
				link->armed = 0;
		}
	}
}

void verbs_link_wait_by(struct verbs_link *link, int spins)
{
	link->spins = spins;
}

void verbs_link_open(struct verbs_link *link)
{
	if (link->verbs != NULL)
		return;
	check("jfs_verbs_open", jfs_verbs_open(&link->verbs));
	if (link->connects)
		connect_to(link);
	else
		accept_from(link);
	offer(link, 1, &link->ring);
	offer(link, 0, &link->staging);
	tell(link, HELLO);
	while (link->peer_key == 0)
		wait_for_news(link);
}

static uint32_t least(uint64_t one, uint64_t other)
{
	return (uint32_t)(one < other ? one : other);
}

/* How many bytes can be written now, in one piece. */
static uint32_t room(const struct verbs_link *link, size_t length)
{
	uint32_t place = (uint32_t)(link->written % RING);

	if (link->send_free <= KEPT_FOR_MESSAGES || link->peer_free <= KEPT_FOR_MESSAGES)
		return 0;
	return least(least(length, BLOCK),
		     least(RING - (link->written - link->freed), RING - place));
}

void verbs_link_send(struct verbs_link *link, const void *bytes, size_t length)
{
	const char *from = bytes;

	verbs_link_open(link);
	while (length > 0) {
		uint32_t place = (uint32_t)(link->written % RING), count = room(link, length);

		if (link->gone)
			give_up("send", strerror(EPIPE));
		if (count == 0) {
			wait_for_news(link);
			continue;
		}
		memcpy((char *)link->staging.bytes + place, from, count);
		check("jfs_verbs_write",
		      jfs_verbs_write(link->connection, &link->staging, place, count,
				      link->peer_address + place, link->peer_key));
		link->send_free--;
		link->peer_free--;
		link->written += count;
		from += count;
		length -= count;
	}
}

/* Also waits until all has arrived, since the process may end then. */
void verbs_link_finish(struct verbs_link *link)
{
	verbs_link_open(link);
	while (!may_tell(link) && !link->gone)
		wait_for_news(link);
	if (!link->gone)
		tell(link, FINISHED);
	while (link->send_free < SLOTS && !link->gone)
		wait_for_news(link);
}

size_t verbs_link_receive(struct verbs_link *link, void *bytes, size_t length)
{
	uint32_t place = (uint32_t)(link->taken % RING), count, first;

	verbs_link_open(link);
	while (link->arrived == link->taken) {
		if (link->finished)
			return 0;
		wait_for_news(link);
	}
	count = least(length, link->arrived - link->taken);
	first = least(count, RING - place);
	memcpy(bytes, (char *)link->ring.bytes + place, first);
	memcpy((char *)bytes + first, link->ring.bytes, count - first);
	link->taken += count;
	give_credit(link);
	return count;
}
