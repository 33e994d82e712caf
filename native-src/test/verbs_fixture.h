/* How the tests against the fake begin and end. */
#ifndef JFS_TEST_VERBS_FIXTURE_H
#define JFS_TEST_VERBS_FIXTURE_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>

#include "check.h"
#include "fake_verbs.h"
#include "verbs/connection.h"
#include "verbs/instance.h"
#include "verbs/listener.h"

#define LISTENER_TOKEN UINT64_C(1001)
#define TOKEN UINT64_C(2002)

/* An errno value that nothing else returns. */
#define FAILURE ENOTBLK

static const struct jfs_verbs_settings usual = {.receive_slots = 32,
						.send_slots = 16,
						.inline_bytes = 64,
						.ack_timeout = 14,
						.retries = 3,
						.resolve_millis = 2000};

static inline struct sockaddr_in address_of(const char *host, uint16_t port)
{
	struct sockaddr_in address;

	memset(&address, 0, sizeof(address));
	address.sin_family = AF_INET;
	address.sin_port = htons(port);
	CHECK(inet_pton(AF_INET, host, &address.sin_addr) == 1);
	return address;
}

static inline struct jfs_verbs *started(void)
{
	struct jfs_verbs_library library;
	struct jfs_verbs *verbs = NULL;

	fake_reset();
	library = fake_library();
	CHECK(jfs_verbs_start(&library, &verbs) == 0);
	return verbs;
}

static inline void closed(struct jfs_verbs *verbs)
{
	jfs_verbs_close(verbs);
	CHECK(fake.live == 0);
	CHECK(fake.misuses == 0);
}

static inline struct jfs_verbs_event next(struct jfs_verbs *verbs)
{
	struct jfs_verbs_event event;

	memset(&event, 0xa5, sizeof(event));
	CHECK(jfs_verbs_next_event(verbs, 0, &event) == 0);
	return event;
}

static inline int connect_with(struct jfs_verbs *verbs, const struct jfs_verbs_settings *settings,
			       const void *data, size_t length, uint64_t token,
			       struct jfs_verbs_connection **out_connection)
{
	struct sockaddr_in from = address_of("10.9.0.1", 0), to = address_of("10.9.0.2", 4711);

	return jfs_verbs_connect(verbs, (const struct sockaddr *)&from,
				 (const struct sockaddr *)&to, settings, data, length, token,
				 out_connection);
}

/* A connection that has been accepted. */
static inline struct jfs_verbs_connection *
connected_with(struct jfs_verbs *verbs, const struct jfs_verbs_settings *settings, uint64_t token)
{
	struct jfs_verbs_connection *connection = NULL;
	struct jfs_verbs_event event;

	CHECK(connect_with(verbs, settings, NULL, 0, token, &connection) == 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_ACCEPTED);
	CHECK(event.token == token);
	return connection;
}

static inline struct jfs_verbs_connection *connected(struct jfs_verbs *verbs)
{
	return connected_with(verbs, &usual, TOKEN);
}

static inline struct jfs_verbs_listener *listening(struct jfs_verbs *verbs)
{
	struct jfs_verbs_listener *listener = NULL;
	struct sockaddr_in local = address_of("10.9.0.2", 4711);

	CHECK(jfs_verbs_listen(verbs, (const struct sockaddr *)&local, 5, LISTENER_TOKEN,
			       &listener) == 0);
	return listener;
}

static inline struct jfs_verbs_request *requested(struct jfs_verbs *verbs,
						  struct jfs_verbs_listener *listener)
{
	struct jfs_verbs_event event;

	fake_request(listener->id, 3, "please", 6);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_REQUEST);
	CHECK(event.request != NULL);
	return event.request;
}

#endif
