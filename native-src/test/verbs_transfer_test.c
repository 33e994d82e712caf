/* Writes, messages and what becomes of them, with a peer that does what a test wants. */
#include "verbs_fixture.h"
#include "verbs/wire.h"

#define UNTOUCHED 4711

static const char text[] = "a message of thirty-two bytes...";

_Static_assert(sizeof(text) == JFS_VERBS_MESSAGE + 1, "a message");

static struct jfs_verbs_packet packet_of(uint32_t kind, uint32_t bytes, const char *message)
{
	struct jfs_verbs_packet packet = {.kind = htonl(kind), .bytes = htonl(bytes)};

	memcpy(packet.message, message, sizeof(packet.message));
	return packet;
}

static void receive_message(struct jfs_verbs_connection *connection, const char *message)
{
	struct jfs_verbs_packet packet = packet_of(0, 0, message);

	fake_receive(connection->endpoint.qp, IBV_WC_RECV, 0, 0, &packet, sizeof(packet));
}

static void receive_bytes(struct jfs_verbs_connection *connection, uint32_t bytes)
{
	fake_receive(connection->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, bytes,
		     NULL, bytes);
}

static struct jfs_verbs_progress polled(struct jfs_verbs_connection *connection)
{
	struct jfs_verbs_progress progress;
	int status = UNTOUCHED;

	memset(&progress, 0xa5, sizeof(progress));
	CHECK(jfs_verbs_poll(connection, &progress, &status) == 0);
	CHECK(status == UNTOUCHED);
	return progress;
}

static bool nothing(const struct jfs_verbs_progress *progress)
{
	return progress->bytes == 0 && progress->received == 0 && progress->sent == 0 &&
	       progress->messages == 0;
}

/* Checks that it is over for this reason, now and later, and that nothing is sent any more. */
static void is_over(struct jfs_verbs_connection *connection, int expected)
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

static void sends_messages(void)
{
	/* Inline; and where a device has too little room for it, or none. */
	static const uint32_t inline_bytes[] = {64, 40, 39, 0};

	for (size_t i = 0; i < sizeof(inline_bytes) / sizeof(inline_bytes[0]); i++) {
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_settings settings = usual;
		struct jfs_verbs_connection *connection;
		struct jfs_verbs_progress progress;
		char message[JFS_VERBS_MESSAGE];
		struct ibv_qp *qp;

		settings.inline_bytes = inline_bytes[i];
		connection = connected_with(verbs, &settings, TOKEN);
		qp = connection->endpoint.qp;
		/* All slots, and again after each has been taken once. */
		for (uint32_t j = 0; j < 40; j++) {
			struct jfs_verbs_packet packet;

			memcpy(message, text, sizeof(message));
			message[0] = (char)('A' + j);
			CHECK(jfs_verbs_send(connection, message) == 0);
			packet = packet_of(0, 0, message);
			memset(message, 0, sizeof(message));
			CHECK(fake_sent(qp, j % 16)->wr.opcode == IBV_WR_SEND);
			CHECK((fake_sent(qp, j % 16)->wr.send_flags & IBV_SEND_SOLICITED) !=
			      0);
			CHECK(memcmp(fake_sent(qp, j % 16)->bytes, &packet, 40) == 0);
			CHECK(fake_sent(qp, j % 16)->sge.length == 40);
			CHECK(((fake_sent(qp, j % 16)->wr.send_flags & IBV_SEND_INLINE) !=
			       0) == (inline_bytes[i] >= 40));
			if (j % 16 < 15)
				continue;
			CHECK(jfs_verbs_send(connection, text) == ENOMEM);
			CHECK(jfs_verbs_probe(connection) == ENOMEM);
			fake_finish(qp, 16, IBV_WC_SUCCESS);
			progress = polled(connection);
			CHECK(progress.sent == 16 && progress.received == 0);
		}
		jfs_verbs_destroy(connection);
		closed(verbs);
	}
}

/* Where the number of sends wraps around, too, and is no multiple of the slots there. */
static void keeps_each_message_until_it_is_sent(void)
{
	for (uint32_t slots = 2; slots <= 20; slots++) {
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_settings settings = usual;
		struct jfs_verbs_connection *connection;
		char message[JFS_VERBS_MESSAGE];
		struct ibv_qp *qp;

		settings.send_slots = slots;
		settings.inline_bytes = 0;
		connection = connected_with(verbs, &settings, TOKEN);
		connection->endpoint.posted = connection->endpoint.completed = UINT32_MAX - 50;
		qp = connection->endpoint.qp;
		memcpy(message, text, sizeof(message));
		for (int i = 0; i < 100; i++) {
			/* All slots but this one are under way. */
			if (fake_sending(qp) == slots) {
				fake_finish(qp, 1, IBV_WC_SUCCESS);
				CHECK(polled(connection).sent == 1);
			}
			message[0] = (char)i;
			CHECK(jfs_verbs_send(connection, message) == 0);
		}
		fake_finish(qp, fake_sending(qp), IBV_WC_SUCCESS);
		jfs_verbs_destroy(connection);
		closed(verbs);
	}
}

static void writes_and_tells_how_much(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct jfs_verbs_region region;
	static uint8_t bytes[1024];
	const struct fake_sent *sent;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(i * 7);
	CHECK(jfs_verbs_register(connection, bytes, sizeof(bytes), false, &region) == 0);
	CHECK(jfs_verbs_write(connection, &region, 24, 1000, 0x123456789abcdef0, 77) == 0);
	sent = fake_sent(connection->endpoint.qp, 0);
	CHECK(sent->wr.opcode == IBV_WR_RDMA_WRITE_WITH_IMM);
	CHECK(ntohl(sent->wr.imm_data) == 1000);
	CHECK(sent->wr.wr.rdma.remote_addr == 0x123456789abcdef0);
	CHECK(sent->wr.wr.rdma.rkey == 77);
	CHECK((sent->wr.send_flags & IBV_SEND_INLINE) == 0);
	CHECK((sent->wr.send_flags & IBV_SEND_SOLICITED) != 0);
	CHECK(sent->sge.length == 1000 && sent->sge.addr == (uintptr_t)bytes + 24);
	CHECK(memcmp(sent->bytes, bytes + 24, sizeof(sent->bytes)) == 0);

	/* So many bytes go inline: the memory may change at once. */
	CHECK(jfs_verbs_write(connection, &region, 0, 64, 1, 1) == 0);
	CHECK(jfs_verbs_write(connection, &region, 0, 65, 1, 1) == 0);
	CHECK((fake_sent(connection->endpoint.qp, 1)->wr.send_flags & IBV_SEND_INLINE) != 0);
	CHECK((fake_sent(connection->endpoint.qp, 2)->wr.send_flags & IBV_SEND_INLINE) == 0);

	CHECK(jfs_verbs_write(connection, &region, 0, 0, 1, 1) == EINVAL);
	CHECK(jfs_verbs_write(connection, &region, 0, 1025, 1, 1) == EINVAL);
	CHECK(jfs_verbs_write(connection, &region, 1024, 1, 1, 1) == EINVAL);
	CHECK(jfs_verbs_write(connection, &region, SIZE_MAX, 2, 1, 1) == EINVAL);
	CHECK(jfs_verbs_write(connection, &region, 0, UINT32_MAX, 1, 1) == EINVAL);
	CHECK(fake_sending(connection->endpoint.qp) == 3);
	CHECK(jfs_verbs_write(connection, &region, 1023, 1, 1, 1) == 0);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

/* iWARP: the write, and behind it the send that reports it; together or not at all. */
static void tells_of_writes_by_messages_without_immediates(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection;
	struct jfs_verbs_region region;
	struct jfs_verbs_packet packet;
	struct jfs_verbs_progress progress;
	static uint8_t bytes[1024];
	const struct fake_sent *sent;

	fake.transport = IBV_TRANSPORT_IWARP;
	connection = connected(verbs);
	CHECK(jfs_verbs_register(connection, bytes, sizeof(bytes), false, &region) == 0);
	CHECK(jfs_verbs_send(connection, text) == 0);
	CHECK(jfs_verbs_write(connection, &region, 0, 1000, 5, 6) == 0);
	sent = fake_sent(connection->endpoint.qp, 1);
	CHECK(sent->wr.opcode == IBV_WR_RDMA_WRITE && sent->sge.length == 1000);
	CHECK(sent->wr.wr.rdma.remote_addr == 5 && sent->wr.wr.rdma.rkey == 6);
	sent = fake_sent(connection->endpoint.qp, 2);
	packet = packet_of(JFS_VERBS_KIND_WRITTEN, 1000, (const char[JFS_VERBS_MESSAGE]){0});
	CHECK(sent->wr.opcode == IBV_WR_SEND);
	CHECK(memcmp(sent->bytes, &packet, sizeof(packet)) == 0);
	/* Each write takes one slot, and two requests of the device. */
	for (int i = 0; i < 13; i++)
		CHECK(jfs_verbs_write(connection, &region, 0, 10, 5, 6) == 0);
	CHECK(jfs_verbs_probe(connection) == 0);
	CHECK(jfs_verbs_write(connection, &region, 0, 10, 5, 6) == ENOMEM);
	CHECK(fake_sending(connection->endpoint.qp) == 1 + 14 * 2 + 1);
	fake_finish(connection->endpoint.qp, 1 + 14 * 2 + 1, IBV_WC_SUCCESS);
	progress = polled(connection);
	CHECK(progress.sent == 16);

	fake_receive(connection->endpoint.qp, IBV_WC_RECV, 0, 0, &packet, sizeof(packet));
	progress = polled(connection);
	CHECK(progress.bytes == 1000 && progress.received == 1 && progress.messages == 0);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

static void probes_without_bytes(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	const struct fake_sent *sent;
	struct jfs_verbs_progress progress;

	CHECK(jfs_verbs_probe(connection) == 0);
	sent = fake_sent(connection->endpoint.qp, 0);
	CHECK(sent->wr.opcode == IBV_WR_RDMA_WRITE && sent->wr.num_sge == 0);
	CHECK((sent->wr.send_flags & IBV_SEND_SIGNALED) != 0);
	fake_finish(connection->endpoint.qp, 1, IBV_WC_SUCCESS);
	progress = polled(connection);
	CHECK(progress.sent == 1 && progress.received == 0);
	CHECK(jfs_verbs_probe(connection) == 0);
	fake_finish(connection->endpoint.qp, 1, IBV_WC_RETRY_EXC_ERR);
	is_over(connection, IBV_WC_RETRY_EXC_ERR);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

/* Even if many are sent before the next poll: all slots that were taken come back. */
static void gives_every_send_slot_back(void)
{
	for (uint32_t slots = 2; slots <= 40; slots++) {
		for (int transport = IBV_TRANSPORT_IB; transport <= IBV_TRANSPORT_IWARP;
		     transport++) {
			struct jfs_verbs *verbs = started();
			struct jfs_verbs_settings settings = usual;
			struct jfs_verbs_connection *connection;
			struct jfs_verbs_progress progress;
			struct jfs_verbs_region region;
			static uint8_t bytes[256];
			struct ibv_qp *qp;
			uint32_t taken = 0;

			fake.transport = (enum ibv_transport_type)transport;
			settings.send_slots = slots;
			connection = connected_with(verbs, &settings, TOKEN);
			/* Past the end of the count, too. */
			connection->endpoint.posted = connection->endpoint.completed = UINT32_MAX - 50;
			qp = connection->endpoint.qp;
			CHECK(jfs_verbs_register(connection, bytes, 256, false, &region) == 0);
			for (int i = 0; i < 100; i++) {
				if (jfs_verbs_write(connection, &region, 0, 200, 1, 1) == 0) {
					taken++;
					continue;
				}
				/* When full, some come back without another send. */
				fake_finish(qp, fake_sending(qp), IBV_WC_SUCCESS);
				progress = polled(connection);
				CHECK(progress.sent > 0 && progress.sent <= taken);
				taken -= progress.sent;
			}
			/* A message at the end: nothing is under way once that has completed. */
			if (jfs_verbs_send(connection, text) == ENOMEM) {
				fake_finish(qp, fake_sending(qp), IBV_WC_SUCCESS);
				progress = polled(connection);
				taken -= progress.sent;
				CHECK(jfs_verbs_send(connection, text) == 0);
			}
			taken++;
			fake_finish(qp, fake_sending(qp), IBV_WC_SUCCESS);
			progress = polled(connection);
			CHECK(progress.sent == taken);
			jfs_verbs_destroy(connection);
			closed(verbs);
		}
	}
}

static void receives_and_frees_the_slots(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct jfs_verbs_progress progress = polled(connection);
	char message[JFS_VERBS_MESSAGE];

	CHECK(nothing(&progress));
	CHECK(fake_receiving(connection->endpoint.qp) == 32);
	for (unsigned i = 0; i < 200; i++) {
		memcpy(message, text, sizeof(message));
		message[1] = (char)('0' + i % 10);
		receive_bytes(connection, 1000 + i);
		receive_message(connection, message);
		receive_bytes(connection, 1);
		fake.reposts = 0;
		progress = polled(connection);
		CHECK(progress.bytes == 1001 + i && progress.received == 3);
		CHECK(progress.sent == 0 && progress.messages == 1);
		CHECK(memcmp(progress.message[0], message, sizeof(message)) == 0);
		CHECK(fake_receiving(connection->endpoint.qp) == 32);
		/* In one call. */
		CHECK(fake.reposts == 1);
	}
	progress = polled(connection);
	CHECK(nothing(&progress));
	jfs_verbs_destroy(connection);
	closed(verbs);
}

static void leaves_for_later_what_does_not_fit(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct jfs_verbs_progress progress;
	char message[JFS_VERBS_MESSAGE];
	unsigned seen = 0, received = 0;
	uint64_t bytes = 0;

	memcpy(message, text, sizeof(message));
	for (unsigned i = 0; i < 28; i++) {
		message[0] = (char)i;
		receive_message(connection, message);
		if (i % 7 == 3)
			receive_bytes(connection, i);
	}
	CHECK(fake_receiving(connection->endpoint.qp) == 0);
	do {
		progress = polled(connection);
		CHECK(progress.messages <= JFS_VERBS_MESSAGES_AT_ONCE);
		for (unsigned i = 0; i < progress.messages; i++)
			CHECK(progress.message[i][0] == seen++);
		received += progress.received;
		bytes += progress.bytes;
	} while (!nothing(&progress));
	CHECK(seen == 28 && received == 32 && bytes == 3 + 10 + 17 + 24);
	CHECK(fake_receiving(connection->endpoint.qp) == 32);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

/* Data that no JFS peer sends end the connection; what came before counts. */
static void trusts_no_peer(void)
{
	enum { FIRST, WRITTEN_0 = FIRST, WRITTEN_LARGE, WITH_IMMEDIATES,
	       IMMEDIATE_0 = WITH_IMMEDIATES, IMMEDIATE_LARGE, IMMEDIATE_OF_MORE,
	       IMMEDIATE_OF_LESS, SUM_LARGE, NO_IMMEDIATE, SHORT, LONG, KIND, BYTES_OF_MESSAGE,
	       WRITTEN, SEND_WITH_IMMEDIATE, SEND_WITH_INVALIDATE, LAST = SEND_WITH_INVALIDATE };

	for (int what = FIRST; what <= LAST; what++) {
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_connection *connection;
		struct jfs_verbs_packet packet = packet_of(0, 0, text);
		struct jfs_verbs_progress progress;
		struct ibv_qp *qp;
		uint8_t longer[64] = {0};
		uint32_t sum = 5;

		fake.transport = what < WITH_IMMEDIATES ? IBV_TRANSPORT_IWARP : IBV_TRANSPORT_IB;
		connection = connected(verbs);
		qp = connection->endpoint.qp;
		receive_bytes(connection, 5);
		switch (what) {
		case IMMEDIATE_0:
			receive_bytes(connection, 0);
			break;
		case IMMEDIATE_LARGE:
			receive_bytes(connection, (UINT32_C(1) << 30) + 1);
			break;
		case IMMEDIATE_OF_MORE:
			fake_receive(qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 8, NULL, 7);
			break;
		case IMMEDIATE_OF_LESS:
			fake_receive(qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 7, NULL, 8);
			break;
		case SUM_LARGE:
			/* The most there can be, and a byte more. */
			receive_bytes(connection, (UINT32_C(1) << 30) - 5);
			receive_bytes(connection, 1);
			sum = UINT32_C(1) << 30;
			break;
		case NO_IMMEDIATE:
			fake_receive(qp, IBV_WC_RECV_RDMA_WITH_IMM, 0, 5, NULL, 5);
			break;
		case SHORT:
			fake_receive(qp, IBV_WC_RECV, 0, 0, &packet, 39);
			break;
		case LONG:
			fake_receive(qp, IBV_WC_RECV, 0, 0, longer, 41);
			break;
		case KIND:
			packet = packet_of(2, 0, text);
			fake_receive(qp, IBV_WC_RECV, 0, 0, &packet, 40);
			break;
		case BYTES_OF_MESSAGE:
			packet = packet_of(0, 1, text);
			fake_receive(qp, IBV_WC_RECV, 0, 0, &packet, 40);
			break;
		case WRITTEN_0:
			packet = packet_of(1, 0, text);
			fake_receive(qp, IBV_WC_RECV, 0, 0, &packet, 40);
			break;
		case WRITTEN_LARGE:
			packet = packet_of(1, UINT32_MAX, text);
			fake_receive(qp, IBV_WC_RECV, 0, 0, &packet, 40);
			break;
		case WRITTEN:
			packet = packet_of(1, 7, text);
			fake_receive(qp, IBV_WC_RECV, 0, 0, &packet, 40);
			break;
		case SEND_WITH_IMMEDIATE:
			fake_receive(qp, IBV_WC_RECV, IBV_WC_WITH_IMM, 7, &packet, 40);
			break;
		default:
			fake_receive(qp, IBV_WC_RECV, IBV_WC_WITH_INV, 0, &packet, 40);
			break;
		}
		receive_bytes(connection, 9);
		progress = polled(connection);
		CHECK(progress.bytes == sum && progress.messages == 0);
		is_over(connection, IBV_WC_BAD_RESP_ERR);
		jfs_verbs_destroy(connection);
		closed(verbs);
	}
}

/* Old Soft-RoCE reports each write as empty; no adapter does. */
static void counts_for_old_soft_roce(void)
{
	static const uint32_t adapter = 0x2c9, none = 0;

	for (int soft = 0; soft <= 1; soft++) {
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_connection *connection;
		struct jfs_verbs_progress progress;

		fake.vendor = soft ? none : adapter;
		connection = connected(verbs);
		receive_bytes(connection, 5);
		fake_receive(connection->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM,
			     8, NULL, 0);
		progress = polled(connection);
		CHECK(progress.bytes == (soft ? 5 + 8 : 5));
		if (!soft)
			is_over(connection, IBV_WC_BAD_RESP_ERR);
		jfs_verbs_destroy(connection);
		closed(verbs);
	}
}

/*
 * A peer that writes on and on, into slots that it cannot know of, does not keep a poll going for
 * ever.
 */
static void looks_only_so_long(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct jfs_verbs_progress progress;

	fake.floods = true;
	for (int i = 0; i < 16; i++)
		receive_bytes(connection, 1);
	progress = polled(connection);
	CHECK(progress.received == 32 && progress.bytes == 32);
	is_over(connection, IBV_WC_BAD_RESP_ERR);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

/* The first error is the reason; that the rest is flushed is none. */
static void tells_why_it_is_over(void)
{
	static const enum ibv_wc_status cases[][3] = {
		{IBV_WC_RETRY_EXC_ERR, IBV_WC_WR_FLUSH_ERR, IBV_WC_RETRY_EXC_ERR},
		{IBV_WC_WR_FLUSH_ERR, IBV_WC_RETRY_EXC_ERR, IBV_WC_RETRY_EXC_ERR},
		{IBV_WC_WR_FLUSH_ERR, IBV_WC_WR_FLUSH_ERR, IBV_WC_WR_FLUSH_ERR},
		{IBV_WC_REM_ACCESS_ERR, IBV_WC_RETRY_EXC_ERR, IBV_WC_REM_ACCESS_ERR},
		{IBV_WC_LOC_QP_OP_ERR, IBV_WC_WR_FLUSH_ERR, IBV_WC_LOC_QP_OP_ERR},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_connection *connection = connected(verbs);
		struct ibv_cq *cq = connection->endpoint.cq;
		struct jfs_verbs_progress progress;

		CHECK(jfs_verbs_send(connection, text) == 0);
		receive_message(connection, text);
		fake_finish(connection->endpoint.qp, 1, IBV_WC_SUCCESS);
		fake_complete(cq, 3, cases[i][0]);
		fake_complete(cq, 4, cases[i][1]);
		receive_bytes(connection, 1);
		for (uint64_t slot = 5; slot < 30; slot++)
			fake_complete(cq, slot, IBV_WC_WR_FLUSH_ERR);
		progress = polled(connection);
		CHECK(progress.messages == 1 && progress.received == 1 && progress.sent == 1);
		CHECK(progress.bytes == 0);
		is_over(connection, (int)cases[i][2]);
		jfs_verbs_destroy(connection);
		closed(verbs);
	}
}

static void tells_at_once_where_nothing_came_before(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);

	fake_complete(connection->endpoint.cq, 3, IBV_WC_WR_FLUSH_ERR);
	is_over(connection, IBV_WC_WR_FLUSH_ERR);
	/* A better reason is still one. */
	fake_complete(connection->endpoint.cq, 4, IBV_WC_RETRY_EXC_ERR);
	is_over(connection, IBV_WC_RETRY_EXC_ERR);
	fake_complete(connection->endpoint.cq, 4, IBV_WC_REM_OP_ERR);
	is_over(connection, IBV_WC_RETRY_EXC_ERR);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

/* Sends and receives each complete in their own order, and not in one of both. */
static void tells_of_what_came_before_a_send_failed(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct jfs_verbs_progress progress;

	CHECK(jfs_verbs_send(connection, text) == 0);
	fake_finish(connection->endpoint.qp, 1, IBV_WC_RETRY_EXC_ERR);
	is_over(connection, IBV_WC_RETRY_EXC_ERR);
	CHECK(!jfs_verbs_drained(connection));
	receive_message(connection, text);
	progress = polled(connection);
	CHECK(progress.messages == 1 && progress.received == 1 && progress.sent == 0);
	CHECK(!jfs_verbs_drained(connection));
	fake_complete(connection->endpoint.cq, 3, IBV_WC_WR_FLUSH_ERR);
	receive_message(connection, text);
	is_over(connection, IBV_WC_RETRY_EXC_ERR);
	CHECK(jfs_verbs_drained(connection));
	jfs_verbs_destroy(connection);
	closed(verbs);
}

static void knows_software(void)
{
	static const struct {
		uint32_t vendor;
		bool software;
	} cases[] = {{0, true}, {0xffffff, true}, {0x626d74, true}, {0x2c9, false}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_connection *connection;

		fake.vendor = cases[i].vendor;
		connection = connected(verbs);
		CHECK(jfs_verbs_software(connection) == cases[i].software);
		jfs_verbs_destroy(connection);
		closed(verbs);
	}
}

/* Requests that the device itself refuses. */
static void is_over_when_a_call_fails(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct jfs_verbs_progress progress;
	struct jfs_verbs_region region;
	static uint8_t bytes[256];

	/* Posting; not reported as a lack of slots, for which a thread would wait. */
	receive_message(connection, text);
	fake_fail(1, ENOMEM);
	CHECK(jfs_verbs_send(connection, text) == ECONNRESET);
	CHECK(jfs_verbs_send(connection, text) == ECONNRESET);
	progress = polled(connection);
	CHECK(progress.messages == 1);
	is_over(connection, IBV_WC_GENERAL_ERR);
	jfs_verbs_destroy(connection);

	/* The second of two. */
	fake.transport = IBV_TRANSPORT_IWARP;
	connection = connected(verbs);
	CHECK(jfs_verbs_register(connection, bytes, sizeof(bytes), false, &region) == 0);
	fake_fail(2, ENOMEM);
	CHECK(jfs_verbs_write(connection, &region, 0, 100, 1, 1) == ECONNRESET);
	is_over(connection, IBV_WC_GENERAL_ERR);
	jfs_verbs_destroy(connection);

	/* Polling. */
	connection = connected(verbs);
	receive_message(connection, text);
	fake_fail(1, EIO);
	is_over(connection, IBV_WC_GENERAL_ERR);
	jfs_verbs_destroy(connection);

	/* Receiving again. */
	connection = connected(verbs);
	receive_message(connection, text);
	fake_fail(2, EINVAL);
	progress = polled(connection);
	CHECK(progress.messages == 1);
	is_over(connection, IBV_WC_GENERAL_ERR);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

int main(void)
{
	sends_messages();
	keeps_each_message_until_it_is_sent();
	writes_and_tells_how_much();
	tells_of_writes_by_messages_without_immediates();
	probes_without_bytes();
	gives_every_send_slot_back();
	receives_and_frees_the_slots();
	leaves_for_later_what_does_not_fit();
	trusts_no_peer();
	counts_for_old_soft_roce();
	looks_only_so_long();
	tells_why_it_is_over();
	tells_at_once_where_nothing_came_before();
	tells_of_what_came_before_a_send_failed();
	knows_software();
	is_over_when_a_call_fails();
	return check_result();
}
