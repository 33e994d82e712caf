/* Opening, listening, connecting and accepting, with each call failing once. */
#include <fcntl.h>
#include <unistd.h>

#include "verbs_fixture.h"

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
	registers_and_takes_back();
	does_nothing_before_it_is_on_a_device();
	return check_result();
}
