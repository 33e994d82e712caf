/* How a connection breaks, and which reason it gives. */
#include "verbs_transfers.h"

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
	tells_why_it_is_over();
	tells_at_once_where_nothing_came_before();
	tells_of_what_came_before_a_send_failed();
	is_over_when_a_call_fails();
	return check_result();
}
