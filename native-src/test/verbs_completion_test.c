/* What a poll finds, with a peer that does what a test wants. */
#include "verbs_transfers.h"

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

int main(void)
{
	receives_and_frees_the_slots();
	leaves_for_later_what_does_not_fit();
	trusts_no_peer();
	counts_for_old_soft_roce();
	looks_only_so_long();
	return check_result();
}
