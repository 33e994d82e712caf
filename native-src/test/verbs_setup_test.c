/* Opening, listening, connecting and accepting, with each call failing once. */
#include <fcntl.h>
#include <unistd.h>

#include "verbs_fixture.h"

/* An errno value that nothing else returns. */
#define FAILURE ENOTBLK

/* The next descriptor's number: the same as long as none is left open. */
static int next_descriptor(void)
{
	int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);

	CHECK(descriptor >= 0 && close(descriptor) == 0);
	return descriptor;
}

static void opens_or_leaves_nothing(void)
{
	struct jfs_verbs_library library;
	struct jfs_verbs *verbs = NULL;
	int errors[][2] = {{ENODEV, ENODEV}, {EACCES, ENODEV}, {EMFILE, EMFILE}};

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		int before;

		fake_reset();
		library = fake_library();
		before = next_descriptor();
		fake_fail(1, errors[i][0]);
		CHECK(jfs_verbs_start(&library, &verbs) == errors[i][1]);
		CHECK(fake.failed && verbs == NULL);
		CHECK(fake.live == 0 && next_descriptor() == before);
		fake.forks = false;
		fake.fork_error = EINVAL;
		CHECK(jfs_verbs_start(&library, &verbs) == 0);
		CHECK(fake.forks);
		CHECK((fcntl(verbs->wakeup, F_GETFD) & FD_CLOEXEC) != 0);
		closed(verbs);
		CHECK(next_descriptor() == before);
		verbs = NULL;
	}
	jfs_verbs_close(NULL);
}

/* Those that are installed here, if any are. */
static void finds_the_libraries(void)
{
	struct jfs_verbs_library library;
	struct jfs_verbs *verbs = NULL;
	int error = jfs_verbs_load(&library);

	CHECK(error == 0 || error == ENOENT);
	if (error == 0) {
		CHECK(library.calls.get_device_list != NULL && library.calls.disconnect != NULL);
		jfs_verbs_unload(&library);
	} else {
		fprintf(stderr, "not tested: libibverbs and librdmacm\n");
	}
	error = jfs_verbs_open(&verbs);
	CHECK(error == 0 || error == ENOENT || error == ENODEV);
	CHECK((error == 0) == (verbs != NULL));
	jfs_verbs_close(verbs);
	CHECK(jfs_verbs_open(NULL) == EINVAL);
}

static void listens_or_leaves_nothing(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_listener *listener = NULL;
	struct sockaddr_in local = address_of("10.9.0.2", 4711);
	struct sockaddr other = {.sa_family = AF_UNIX};
	int live = fake.live, error;
	unsigned call = 0;

	CHECK(jfs_verbs_listen(verbs, &other, 5, 1, &listener) == EAFNOSUPPORT);
	do {
		fake_fail(++call, EADDRINUSE);
		error = jfs_verbs_listen(verbs, (struct sockaddr *)&local, 5, 1, &listener);
		CHECK((error == EADDRINUSE) == fake.failed);
		CHECK((listener == NULL) == fake.failed);
		jfs_verbs_unlisten(listener);
		CHECK(fake.live == live);
	} while (fake.failed);
	CHECK(error == 0 && call == 4);
	closed(verbs);
}

/* Connects until there is an event of any kind; 0 or an error of the beginning. */
static int try_to_connect(struct jfs_verbs *verbs, struct jfs_verbs_connection **connection,
			  struct jfs_verbs_event *event)
{
	int error = connect_with(verbs, &usual, "hello", 5, TOKEN, connection);

	if (error)
		return error;
	/* Fails only if the manager itself does: ask again then. */
	while (jfs_verbs_next_event(verbs, 0, event) != 0)
		;
	return 0;
}

static void connects_or_leaves_nothing(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_event event;
	int live = fake.live, before = next_descriptor();
	unsigned call = 0, failures = 0, refusals = 0;

	do {
		struct jfs_verbs_connection *connection = NULL;
		int error;

		fake_fail(++call, FAILURE);
		error = try_to_connect(verbs, &connection, &event);
		if (error) {
			CHECK(error == FAILURE && connection == NULL);
			refusals++;
		} else if (event.kind == JFS_VERBS_FAILED) {
			CHECK(event.error == FAILURE && event.token == TOKEN);
			CHECK(next(verbs).kind == JFS_VERBS_NONE);
			failures++;
		} else {
			CHECK(event.kind == JFS_VERBS_ACCEPTED && event.token == TOKEN);
			CHECK(event.data_length == 7 && memcmp(event.data, "welcome", 7) == 0);
		}
		jfs_verbs_destroy(connection);
		CHECK(fake.live == live && next_descriptor() == before);
	} while (fake.failed);
	/* The identifier, the address; then the route, and all that an endpoint is made of. */
	CHECK(refusals == 2);
	CHECK(failures == 1 + 6 + usual.receive_slots + 1);
	closed(verbs);
}

static void accepts_or_leaves_the_request(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_listener *listener = listening(verbs);
	int live = fake.live, before = next_descriptor(), error;
	unsigned call = 0, failures = 0;

	do {
		struct jfs_verbs_connection *connection = NULL;
		struct jfs_verbs_request *request = requested(verbs, listener);

		fake_fail(++call, FAILURE);
		error = jfs_verbs_accept(request, &usual, "welcome", 7, TOKEN, &connection);
		if (error) {
			CHECK(error == FAILURE && connection == NULL);
			CHECK(next(verbs).kind == JFS_VERBS_NONE);
			jfs_verbs_refuse(request, "sorry", 5);
			CHECK(fake.rejected_length == 5);
			CHECK(memcmp(fake.rejected_data, "sorry", 5) == 0);
			failures++;
		} else {
			bool failed = fake.failed;

			CHECK(fake.asked.private_data_len == 7);
			CHECK(memcmp(fake.asked_data, "welcome", 7) == 0);
			fake_fail(0, 0);
			CHECK(next(verbs).kind == JFS_VERBS_ESTABLISHED);
			fake.failed = failed;
		}
		jfs_verbs_destroy(connection);
		CHECK(fake.live == live && next_descriptor() == before);
	} while (fake.failed);
	CHECK(failures == 6 + usual.receive_slots + 1);
	jfs_verbs_unlisten(listener);
	closed(verbs);
}

/* Some functions of the libraries fail without setting errno. */
static void takes_no_earlier_error_for_the_reason(void)
{
	struct jfs_verbs *verbs = started();
	struct sockaddr_in local = address_of("10.9.0.2", 4711);
	struct jfs_verbs_event event;
	unsigned call = 0;

	do {
		struct jfs_verbs_connection *connection = NULL;

		memset(&event, 0, sizeof(event));
		fake_fail(++call, 0);
		CHECK(try_to_connect(verbs, &connection, &event) != FAKE_LEFT);
		CHECK(event.error != FAKE_LEFT);
		jfs_verbs_destroy(connection);
	} while (fake.failed);
	call = 0;
	do {
		struct jfs_verbs_listener *listener = NULL;

		fake_fail(++call, 0);
		CHECK(jfs_verbs_listen(verbs, (struct sockaddr *)&local, 5, 1, &listener) ==
		      (fake.failed ? EIO : 0));
		jfs_verbs_unlisten(listener);
	} while (fake.failed);
	closed(verbs);
}

/* A device with an invalid descriptor. */
static void leaves_nothing_on_a_device_that_tells_nothing(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = NULL;
	struct jfs_verbs_event event;
	int descriptor, live = fake.live;

	fake.answers = false;
	CHECK(connect_with(verbs, &usual, NULL, 0, TOKEN, &connection) == 0);
	fake_event(connection->id, RDMA_CM_EVENT_ADDR_RESOLVED, 0, NULL, 0);
	CHECK(next(verbs).kind == JFS_VERBS_NONE);
	descriptor = connection->id->verbs->async_fd;
	connection->id->verbs->async_fd = -1;
	fake_event(connection->id, RDMA_CM_EVENT_ROUTE_RESOLVED, 0, NULL, 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_FAILED && event.error == EBADF);
	connection->id->verbs->async_fd = descriptor;
	jfs_verbs_destroy(connection);
	CHECK(fake.live == live);
	closed(verbs);
}

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

static void knows_the_devices(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_device devices[3];
	size_t count = 4711;
	int live = fake.live, error;
	unsigned call = 0;

	fake.devices = 2;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 2);
	CHECK(strcmp(devices[0].name, "fake0") == 0 && strcmp(devices[1].name, "fake1") == 0);
	CHECK(strcmp(devices[0].link_layer, "Ethernet") == 0);
	CHECK(devices[0].active && devices[0].immediates);
	CHECK(jfs_verbs_devices(verbs, devices, 1, &count) == 0 && count == 1);
	CHECK(jfs_verbs_devices(verbs, NULL, 0, &count) == 0 && count == 0);
	CHECK(fake.live == live);

	fake.devices = 1;
	fake.transport = IBV_TRANSPORT_IWARP;
	fake.link_layer = IBV_LINK_LAYER_INFINIBAND;
	fake.port_state = IBV_PORT_DOWN;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 1);
	CHECK(strcmp(devices[0].link_layer, "") == 0);
	CHECK(!devices[0].active && !devices[0].immediates);
	fake.port_state = IBV_PORT_ACTIVE;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 1);
	CHECK(strcmp(devices[0].link_layer, "InfiniBand") == 0 && devices[0].active);

	/* A device that fails is one of no use; only the list itself can be missing. */
	count = 4711;
	do {
		fake_fail(++call, FAILURE);
		error = jfs_verbs_devices(verbs, devices, 3, &count);
		CHECK(error == (call == 1 ? FAILURE : 0) && count == (call == 1 ? 4711 : 1));
		/* Of the ports the second is active. */
		if (error == 0)
			CHECK(devices[0].active == (!fake.failed || call == 4));
		CHECK(fake.live == live);
	} while (fake.failed);
	CHECK(call == 6);
	fake_fail(0, 0);
	fake.list_error = ENOSYS;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 0);
	fake.devices = 0;
	fake.list_error = 0;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 0);
	closed(verbs);
}

static void knows_which_addresses_devices_have(void)
{
	struct jfs_verbs *verbs = started();
	struct sockaddr_in ours = address_of("10.9.0.1", 80), loop = address_of("127.0.0.1", 0);
	struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	struct sockaddr other = {.sa_family = AF_UNIX};
	int live = fake.live;

	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == 0);
	for (unsigned call = 1; call <= 2; call++) {
		fake_fail(call, EADDRNOTAVAIL);
		CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == ENODEV);
		CHECK(fake.failed);
	}
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&loop) == ENODEV);
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&six) == ENODEV);
	CHECK(jfs_verbs_serves(verbs, &other) == ENODEV);
	six.sin6_addr.s6_addr[0] = 0xfe;
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&six) == 0);
	fake.transport = IBV_TRANSPORT_IWARP;
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == ENODEV);
	fake.transport = IBV_TRANSPORT_IB;
	fake.served = false;
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == ENODEV);
	CHECK(fake.live == live);
	closed(verbs);
}

static void registers_and_takes_back(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = connected(verbs);
	struct jfs_verbs_region regions[3];
	static uint8_t bytes[4096];
	int live = fake.live;

	memset(regions, 0, sizeof(regions));
	CHECK(jfs_verbs_register(connection, NULL, 1, false, regions) == EINVAL);
	CHECK(jfs_verbs_register(connection, bytes, 0, false, regions) == EINVAL);
	fake_fail(1, ENOMEM);
	CHECK(jfs_verbs_register(connection, bytes, sizeof(bytes), true, regions) == ENOMEM);
	CHECK(regions[0].bytes == NULL && fake.live == live);
	CHECK(jfs_verbs_register(connection, bytes, sizeof(bytes), true, &regions[0]) == 0);
	CHECK(jfs_verbs_register(connection, bytes, sizeof(bytes), false, &regions[1]) == 0);
	CHECK(jfs_verbs_register(connection, bytes, 1, true, &regions[2]) == 0);
	CHECK(regions[0].bytes == bytes && regions[0].size == sizeof(bytes));
	CHECK(regions[0].remote_key != 0 && regions[1].remote_key == 0);
	CHECK(regions[1].local_key != 0);
	CHECK(fake.live == live + 3);
	jfs_verbs_unregister(connection, &regions[1]);
	jfs_verbs_unregister(connection, &regions[1]);
	CHECK(fake.live == live + 2);
	/* The others go with the connection. */
	jfs_verbs_destroy(connection);
	CHECK(fake.live == 1);
	closed(verbs);
}

/* It has no qp yet. */
static void does_nothing_before_it_is_on_a_device(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_connection *connection = NULL;
	struct jfs_verbs_region region = {.size = 1};
	struct jfs_verbs_progress progress;
	uint8_t byte;
	int status;

	fake.answers = false;
	CHECK(connect_with(verbs, &usual, NULL, 0, TOKEN, &connection) == 0);
	CHECK(jfs_verbs_register(connection, &byte, 1, true, &region) == ENOTCONN);
	CHECK(jfs_verbs_write(connection, &region, 0, 1, 0, 0) == ENOTCONN);
	CHECK(jfs_verbs_send(connection, "01234567890123456789012345678901") == ENOTCONN);
	CHECK(jfs_verbs_probe(connection) == ENOTCONN);
	CHECK(jfs_verbs_poll(connection, &progress, &status) == ENOTCONN);
	CHECK(jfs_verbs_arm(connection) == ENOTCONN);
	CHECK(jfs_verbs_inline_bytes(connection) == 0);
	jfs_verbs_disconnect(connection);
	jfs_verbs_destroy(connection);
	closed(verbs);
}

int main(void)
{
	opens_or_leaves_nothing();
	finds_the_libraries();
	listens_or_leaves_nothing();
	connects_or_leaves_nothing();
	accepts_or_leaves_the_request();
	takes_no_earlier_error_for_the_reason();
	leaves_nothing_on_a_device_that_tells_nothing();
	asks_for_what_it_was_told_to();
	refuses_settings_that_are_none();
	accepts_no_peer_with_endless_retries();
	tells_which_qps_are_connected();
	takes_fewer_inline_bytes_where_a_device_has_fewer();
	knows_the_devices();
	knows_which_addresses_devices_have();
	registers_and_takes_back();
	does_nothing_before_it_is_on_a_device();
	return check_result();
}
