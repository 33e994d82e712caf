/* Messages, writes and probes, and their slots. */
#include "verbs_transfers.h"

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

int main(void)
{
	sends_messages();
	keeps_each_message_until_it_is_sent();
	writes_and_tells_how_much();
	tells_of_writes_by_messages_without_immediates();
	probes_without_bytes();
	gives_every_send_slot_back();
	return check_result();
}
