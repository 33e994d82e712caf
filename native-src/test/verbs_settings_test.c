/* What a connection is to be like: settings of this end, and of the peer. */
#include "verbs_fixture.h"

/* The option is nice to have; the kernel may not know it. */
static void asks_for_what_it_was_told_to(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_listener *listener = listening(verbs);
	struct jfs_verbs_connection *connection = NULL;
	struct jfs_verbs_settings settings = usual;
	struct jfs_verbs_event event;
	char data[JFS_VERBS_REQUEST_DATA];

	memset(data, 'd', sizeof(data));
	settings.retries = 6;
	settings.ack_timeout = 17;
	CHECK(connect_with(verbs, &settings, data, sizeof(data), TOKEN, &connection) == 0);
	memset(data, 'e', sizeof(data));
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_ACCEPTED);
	CHECK(fake.ack_timeout == 17);
	CHECK(fake.asked.retry_count == 6 && fake.asked.rnr_retry_count < 7);
	CHECK(fake.asked.private_data_len == sizeof(data));
	CHECK(fake.asked_data[0] == 'd' && fake.asked_data[sizeof(data) - 1] == 'd');
	jfs_verbs_destroy(connection);

	settings.ack_timeout = 9;
	CHECK(jfs_verbs_accept(requested(verbs, listener), &settings, NULL, 0, TOKEN,
			       &connection) == 0);
	CHECK(fake.ack_timeout == 9);
	CHECK(next(verbs).kind == JFS_VERBS_ESTABLISHED);
	jfs_verbs_destroy(connection);

	fake_fail(2, ENOSYS);
	connection = connected(verbs);
	CHECK(fake.failed);
	jfs_verbs_destroy(connection);
	jfs_verbs_unlisten(listener);
	closed(verbs);
}

static void refuses_settings_that_are_none(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_listener *listener = listening(verbs);
	struct jfs_verbs_request *request = requested(verbs, listener);
	struct jfs_verbs_connection *connection = NULL;
	struct jfs_verbs_settings settings[12];
	struct sockaddr_in from = address_of("10.9.0.1", 0);
	struct sockaddr other = {.sa_family = AF_UNIX};
	char data[256] = "";
	int live = fake.live;

	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
		settings[i] = usual;
	settings[0].receive_slots = 1;
	settings[1].receive_slots = JFS_VERBS_MOST_SLOTS + 1;
	settings[2].receive_slots = UINT32_MAX;
	settings[3].send_slots = 1;
	settings[4].send_slots = JFS_VERBS_MOST_SLOTS + 1;
	settings[5].send_slots = UINT32_MAX;
	settings[6].ack_timeout = 0;
	settings[7].ack_timeout = 32;
	settings[8].retries = 7;
	settings[9].retries = 255;
	settings[10].resolve_millis = 0;
	settings[11].resolve_millis = -1;
	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		CHECK(connect_with(verbs, &settings[i], NULL, 0, 1, &connection) == EINVAL);
		CHECK(jfs_verbs_accept(request, &settings[i], NULL, 0, 1, &connection) == EINVAL);
	}
	CHECK(connect_with(verbs, &usual, data, 57, 1, &connection) == EINVAL);
	CHECK(connect_with(verbs, &usual, NULL, 1, 1, &connection) == EINVAL);
	CHECK(jfs_verbs_accept(request, &usual, data, 197, 1, &connection) == EINVAL);
	CHECK(jfs_verbs_accept(request, &usual, NULL, 1, 1, &connection) == EINVAL);
	CHECK(jfs_verbs_connect(verbs, &other, (struct sockaddr *)&from, &usual, NULL, 0, 1,
				&connection) == EAFNOSUPPORT);
	CHECK(jfs_verbs_connect(verbs, (struct sockaddr *)&from, &other, &usual, NULL, 0, 1,
				&connection) == EAFNOSUPPORT);
	CHECK(connection == NULL && fake.live == live);
	/* Data beyond the limit are not sent. */
	jfs_verbs_refuse(request, data, sizeof(data));
	CHECK(fake.rejected_length == JFS_VERBS_REFUSE_DATA);
	jfs_verbs_unlisten(listener);
	closed(verbs);
}

/* Else the device would retry a dead peer for ever, as its request asked. */
static void accepts_no_peer_with_endless_retries(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_listener *listener = listening(verbs);
	struct jfs_verbs_connection *connection = NULL;
	struct jfs_verbs_event event;

	fake_request(listener->id, 7, NULL, 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_REQUEST && event.data_length == 0);
	CHECK(jfs_verbs_accept(event.request, &usual, NULL, 0, 1, &connection) == EPROTO);
	CHECK(connection == NULL);
	jfs_verbs_refuse(event.request, NULL, 0);
	CHECK(fake.rejected_length == 0);
	jfs_verbs_unlisten(listener);
	closed(verbs);
}

static void tells_which_qps_are_connected(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_listener *listener = listening(verbs);
	struct jfs_verbs_connection *connection = NULL;
	struct jfs_verbs_event event;

	CHECK(connect_with(verbs, &usual, NULL, 0, TOKEN, &connection) == 0);
	CHECK(jfs_verbs_qp(connection) == 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_ACCEPTED && event.peer_qp == FAKE_PEER_QP);
	CHECK(jfs_verbs_qp(connection) == FAKE_QP);
	jfs_verbs_destroy(connection);

	fake_request(listener->id, 3, NULL, 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_REQUEST && event.peer_qp == FAKE_PEER_QP);
	CHECK(jfs_verbs_accept(event.request, &usual, NULL, 0, TOKEN, &connection) == 0);
	CHECK(jfs_verbs_qp(connection) == FAKE_QP);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_ESTABLISHED && event.peer_qp == 0);
	jfs_verbs_destroy(connection);

	/* No manager of iWARP tells the peer this number. */
	fake.transport = IBV_TRANSPORT_IWARP;
	connection = connected(verbs);
	CHECK(jfs_verbs_qp(connection) == 0);
	jfs_verbs_destroy(connection);
	jfs_verbs_unlisten(listener);
	closed(verbs);
}

static void takes_fewer_inline_bytes_where_a_device_has_fewer(void)
{
	static const uint32_t cases[][3] = {{64, 256, 64},  {512, 512, 512}, {512, 300, 256},
					    {512, 64, 64},  {200, 100, 64},  {64, 63, 0},
					    {100, 99, 64},  {0, 64, 0},      {UINT32_MAX, 256, 256}};

	static const int errors[] = {EINVAL, ENOMEM, 0};
	static const size_t count = sizeof(cases) / sizeof(cases[0]);

	for (size_t j = 0; j < sizeof(errors) / sizeof(errors[0]) * count; j++) {
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_settings settings = usual;
		struct jfs_verbs_connection *connection;
		size_t i = j % count;

		settings.inline_bytes = cases[i][0];
		fake.inline_most = cases[i][1];
		fake.inline_error = errors[j / count];
		connection = connected_with(verbs, &settings, TOKEN);
		CHECK(jfs_verbs_inline_bytes(connection) == cases[i][2]);
		jfs_verbs_destroy(connection);
		closed(verbs);
	}
}

int main(void)
{
	asks_for_what_it_was_told_to();
	refuses_settings_that_are_none();
	accepts_no_peer_with_endless_retries();
	tells_which_qps_are_connected();
	takes_fewer_inline_bytes_where_a_device_has_fewer();
	return check_result();
}
