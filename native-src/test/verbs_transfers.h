/* What a peer sends, what a poll finds, and when a connection is over. */
#ifndef JFS_TEST_VERBS_TRANSFERS_H
#define JFS_TEST_VERBS_TRANSFERS_H

#include "verbs_fixture.h"
#include "verbs/wire.h"

#define UNTOUCHED 4711

static const char text[] = "a message of thirty-two bytes...";

_Static_assert(sizeof(text) == JFS_VERBS_MESSAGE + 1, "a message");

static inline struct jfs_verbs_packet packet_of(uint32_t kind, uint32_t bytes, const char *message)
{
	struct jfs_verbs_packet packet = {.kind = htonl(kind), .bytes = htonl(bytes)};

	memcpy(packet.message, message, sizeof(packet.message));
	return packet;
}

static inline void receive_message(struct jfs_verbs_connection *connection, const char *message)
{
	struct jfs_verbs_packet packet = packet_of(0, 0, message);

	fake_receive(connection->endpoint.qp, IBV_WC_RECV, 0, 0, &packet, sizeof(packet));
}

static inline void receive_bytes(struct jfs_verbs_connection *connection, uint32_t bytes)
{
	fake_receive(connection->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, bytes,
		     NULL, bytes);
}

static inline struct jfs_verbs_progress polled(struct jfs_verbs_connection *connection)
{
	struct jfs_verbs_progress progress;
	int status = UNTOUCHED;

	memset(&progress, 0xa5, sizeof(progress));
	CHECK(jfs_verbs_poll(connection, &progress, &status) == 0);
	CHECK(status == UNTOUCHED);
	return progress;
}

static inline bool nothing(const struct jfs_verbs_progress *progress)
{
	return progress->bytes == 0 && progress->received == 0 && progress->sent == 0 &&
	       progress->messages == 0;
}

/* Checks that it is over for this reason, now and later, and that nothing is sent any more. */
static inline void is_over(struct jfs_verbs_connection *connection, int expected)
{
	struct jfs_verbs_progress progress = {.bytes = UNTOUCHED};

	for (int i = 0; i < 3; i++) {
		int status = UNTOUCHED;

		CHECK(jfs_verbs_poll(connection, &progress, &status) == ECONNRESET);
		CHECK(status == expected);
		CHECK(progress.bytes == UNTOUCHED);
	}
	CHECK(jfs_verbs_poll(connection, &progress, NULL) == ECONNRESET);
	CHECK(jfs_verbs_send(connection, text) == ECONNRESET);
	CHECK(jfs_verbs_probe(connection) == ECONNRESET);
}

#endif
