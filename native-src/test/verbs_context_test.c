/* Events of the devices: completions, and what has broken. */
#include "verbs_fixture.h"

static void tells_of_completions_once_armed(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *one = connected_with(verbs, &usual, 1);
	struct jfs_verbs_connection *two = connected_with(verbs, &usual, 2);
	struct jfs_verbs_event event;

	fake_receive(one->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	CHECK(jfs_verbs_arm(one) == 0 && jfs_verbs_arm(two) == 0);
	fake_receive(two->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	fake_receive(one->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	fake_receive(one->endpoint.qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 2);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 1);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	fake_fail(1, EINVAL);
	CHECK(jfs_verbs_arm(one) == EINVAL);
	jfs_verbs_destroy(two);
	jfs_verbs_destroy(one);
	closed(verbs);
}

/* There is no event of a destroyed connection, no matter where it was queued. */
static void forgets_events_of_what_is_gone(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *one = connected_with(verbs, &usual, 1);
	struct jfs_verbs_connection *two = connected_with(verbs, &usual, 2);
	struct jfs_verbs_connection *three = connected_with(verbs, &usual, 3);
	struct jfs_verbs_event event;

	fake.answers = false;
	CHECK(jfs_verbs_arm(one) == 0 && jfs_verbs_arm(two) == 0 && jfs_verbs_arm(three) == 0);
	fake_complete(one->endpoint.cq, 0, IBV_WC_RETRY_EXC_ERR);
	fake_complete(two->endpoint.cq, 0, IBV_WC_RETRY_EXC_ERR);
	fake_complete(three->endpoint.cq, 0, IBV_WC_RETRY_EXC_ERR);
	/* Now all three have been taken from the device, and two are not reported yet. */
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 1);
	jfs_verbs_destroy(two);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 3);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);

	/* Not yet taken from the device, or the manager. */
	CHECK(jfs_verbs_arm(one) == 0);
	fake_complete(one->endpoint.cq, 0, IBV_WC_WR_FLUSH_ERR);
	fake_event(one->id, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
	jfs_verbs_destroy(one);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	jfs_verbs_destroy(three);
	closed(verbs);
}

struct trouble {
	enum ibv_event_type type;
	bool qp, cq;
	int port; /* 0: of none */
	bool of_one, of_two;
};

static void tells_what_a_device_has_broken(void)
{
	static const struct trouble troubles[] = {
		{IBV_EVENT_QP_FATAL, true, false, 0, true, false},
		{IBV_EVENT_QP_REQ_ERR, true, false, 0, true, false},
		{IBV_EVENT_QP_ACCESS_ERR, true, false, 0, true, false},
		{IBV_EVENT_CQ_ERR, false, true, 0, true, false},
		/* The link may be back before any connection notices. */
		{IBV_EVENT_PORT_ERR, false, false, 1, false, false},
		{IBV_EVENT_DEVICE_FATAL, false, false, 0, true, true},
		{IBV_EVENT_PORT_ACTIVE, false, false, 1, false, false},
		{IBV_EVENT_COMM_EST, true, false, 0, false, false},
		{IBV_EVENT_GID_CHANGE, false, false, 1, false, false},
	};

	for (size_t i = 0; i < sizeof(troubles) / sizeof(troubles[0]); i++) {
		const struct trouble *trouble = &troubles[i];
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_connection *one = connected_with(verbs, &usual, 1);
		struct jfs_verbs_connection *two = connected_with(verbs, &usual, 2);
		struct jfs_verbs_event event;

		/* Two events are one until it is reported. */
		for (int j = 0; j < 2; j++)
			fake_asynchronous(one->id->verbs, trouble->type,
					  trouble->qp ? one->endpoint.qp : NULL,
					  trouble->cq ? one->endpoint.cq : NULL,
					  trouble->port);
		if (trouble->of_one) {
			event = next(verbs);
			CHECK(event.kind == JFS_VERBS_BROKEN && event.token == 1);
		}
		if (trouble->of_two) {
			event = next(verbs);
			CHECK(event.kind == JFS_VERBS_BROKEN && event.token == 2);
		}
		CHECK(next(verbs).kind == JFS_VERBS_NONE);
		jfs_verbs_destroy(one);
		jfs_verbs_destroy(two);
		closed(verbs);
	}
}

static void tells_devices_apart(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connections[4];
	struct jfs_verbs_event event;

	for (unsigned i = 0; i < 4; i++) {
		fake.device = i % 2;
		connections[i] = connected_with(verbs, &usual, i);
	}
	CHECK(jfs_verbs_device_guid(connections[0]) == jfs_verbs_device_guid(connections[2]));
	CHECK(jfs_verbs_device_guid(connections[0]) != jfs_verbs_device_guid(connections[1]));
	for (unsigned i = 0; i < 4; i++) {
		CHECK(jfs_verbs_arm(connections[i]) == 0);
		fake_complete(connections[i]->endpoint.cq, 0, IBV_WC_WR_FLUSH_ERR);
		event = next(verbs);
		CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == i);
	}
	fake_asynchronous(connections[3]->id->verbs, IBV_EVENT_DEVICE_FATAL, NULL, NULL, 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_BROKEN && event.token == 1);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_BROKEN && event.token == 3);
	/* The first device is no longer used, and then the other one. */
	jfs_verbs_destroy(connections[0]);
	jfs_verbs_destroy(connections[2]);
	CHECK(jfs_verbs_arm(connections[1]) == 0);
	fake_complete(connections[1]->endpoint.cq, 0, IBV_WC_WR_FLUSH_ERR);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_COMPLETIONS && event.token == 1);
	jfs_verbs_destroy(connections[3]);
	jfs_verbs_destroy(connections[1]);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	closed(verbs);
}

/* Another user of the device in this process has connections too. */
static void leaves_others_to_themselves(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct ibv_qp qp;

	memset(&qp, 0xa5, sizeof(qp));
	fake_asynchronous(connection->id->verbs, IBV_EVENT_QP_FATAL, &qp, NULL, 0);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

static void tells_what_has_completed_before_what_broke_it(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);

	CHECK(jfs_verbs_arm(connection) == 0);
	jfs_verbs_pend(&verbs->contexts.pending, &connection->endpoint.pending,
		       JFS_VERBS_PENDING_BROKEN);
	jfs_verbs_pend(&verbs->contexts.pending, &connection->endpoint.pending,
		       JFS_VERBS_PENDING_COMPLETIONS);
	CHECK(next(verbs).kind == JFS_VERBS_COMPLETIONS);
	CHECK(next(verbs).kind == JFS_VERBS_BROKEN);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

/* A failing descriptor is ready for ever, so it is not polled again. */
static void looks_no_more_at_a_device_that_is_lost(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs), *other = NULL;
	struct jfs_verbs_event event;

	fake_lose(connection->id->verbs);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_BROKEN && event.token == TOKEN);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	/* Nor does anything new begin there. */
	CHECK(connect_with(verbs, &usual, NULL, 0, 5, &other) == 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_FAILED && event.error == ENODEV);
	jfs_verbs_destroy(other);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

int main(void)
{
	tells_of_completions_once_armed();
	forgets_events_of_what_is_gone();
	tells_what_a_device_has_broken();
	tells_devices_apart();
	leaves_others_to_themselves();
	tells_what_has_completed_before_what_broke_it();
	looks_no_more_at_a_device_that_is_lost();
	return check_result();
}
