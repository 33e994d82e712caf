/* The glue for jfs.natives.VerbsLibrary, over the device in memory. */
#include "jni/verbs.h"

#include <stdint.h>

#include "fake_jni.h"
#include "verbs_fixture.h"

/* As NativeVerbs has them. */
static const jint usual_numbers[] = {32, 16, 64, 14, 3, 2000};

#define SETTINGS (sizeof(usual_numbers) / sizeof(usual_numbers[0]))

static jbyte local_bytes[] = {10, 9, 0, 1}, remote_bytes[] = {10, 9, 0, 2};
static struct fake_object local = {.elements = local_bytes, .length = 4};
static struct fake_object remote = {.elements = remote_bytes, .length = 4};

static jlong handle_of(const void *pointer)
{
	return (jlong)(intptr_t)pointer;
}

static jlong connect_to(struct jfs_verbs *verbs, jint port, jint *numbers)
{
	struct fake_object settings = {.elements = numbers, .length = SETTINGS};

	return Java_jfs_natives_VerbsLibrary_connect(
		fake_env(), NULL, handle_of(verbs), fake_reference(&local), 0,
		fake_reference(&remote), 0, port, fake_reference(&settings), NULL, TOKEN);
}

static void connects(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_event event;
	jint numbers[SETTINGS];
	jlong connection;

	memcpy(numbers, usual_numbers, sizeof(numbers));
	connection = connect_to(verbs, 4711, numbers);
	CHECK(connection > 0);
	event = next(verbs);
	CHECK(event.kind == JFS_VERBS_ACCEPTED && event.token == TOKEN);
	Java_jfs_natives_VerbsLibrary_destroy(fake_env(), NULL, connection);
	closed(verbs);
}

/* Cut to its field, each of these would be another one that is valid. */
static void refuses_numbers_that_do_not_fit(void)
{
	static const struct {
		size_t setting;
		jint number;
	} cases[] = {{3, 256 + 14}, {3, 14 - 256}, {4, 256 + 3}, {4, 256}, {4, -256}};
	static const jint ports[] = {-1, 65536, 65536 + 4711, INT32_MIN, INT32_MAX};
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_listener *listener = listening(verbs);
	struct jfs_verbs_request *request = requested(verbs, listener);
	int live = fake.live;
	jint numbers[SETTINGS];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fake_object settings = {.elements = numbers, .length = SETTINGS};

		memcpy(numbers, usual_numbers, sizeof(numbers));
		numbers[cases[i].setting] = cases[i].number;
		CHECK(connect_to(verbs, 4711, numbers) == -EINVAL);
		CHECK(Java_jfs_natives_VerbsLibrary_accept(fake_env(), NULL, handle_of(request),
							   fake_reference(&settings), NULL,
							   TOKEN) == -EINVAL);
	}
	memcpy(numbers, usual_numbers, sizeof(numbers));
	for (size_t i = 0; i < sizeof(ports) / sizeof(ports[0]); i++) {
		CHECK(connect_to(verbs, ports[i], numbers) == -EINVAL);
		CHECK(Java_jfs_natives_VerbsLibrary_listen(fake_env(), NULL, handle_of(verbs),
							   fake_reference(&local), 0, ports[i], 5,
							   LISTENER_TOKEN) == -EINVAL);
	}
	CHECK(fake.live == live);
	jfs_verbs_refuse(request, NULL, 0);
	jfs_verbs_unlisten(listener);
	closed(verbs);
}

/*
 * As many slots as a connection may have, all taken: what a poll says of them must fit in its
 * number.
 */
static void counts_all_slots_there_may_be(void)
{
	static jbyte room[JFS_VERBS_MESSAGES_AT_ONCE * JFS_VERBS_MESSAGE];
	static uint8_t bytes[1];
	struct fake_object messages = {.elements = room, .length = sizeof(room)};

	for (jint slots = 4090; slots <= 4100; slots++) {
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_connection *connection;
		struct jfs_verbs_region region;
		jint numbers[SETTINGS];
		struct ibv_qp *qp;
		jlong handle, progress;

		memcpy(numbers, usual_numbers, sizeof(numbers));
		numbers[0] = numbers[1] = slots;
		handle = connect_to(verbs, 4711, numbers);
		if (handle < 0) {
			CHECK(handle == -EINVAL && slots > 4095);
			closed(verbs);
			continue;
		}
		CHECK(next(verbs).kind == JFS_VERBS_ACCEPTED);
		connection = (void *)(intptr_t)handle;
		qp = connection->endpoint.qp;
		CHECK(jfs_verbs_register(connection, bytes, 1, false, &region) == 0);
		for (jint i = 0; i < slots; i++) {
			CHECK(jfs_verbs_write(connection, &region, 0, 1, 1, 1) == 0);
			fake_receive(qp, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 7, NULL, 7);
		}
		fake_finish(qp, (unsigned)slots, IBV_WC_SUCCESS);
		progress = Java_jfs_natives_VerbsLibrary_poll(fake_env(), NULL, handle,
							      fake_reference(&messages));
		/* As jfs.rdma.Progress reads it. One send in so many is signaled. */
		CHECK((progress & 0x7fffffff) == 7 * slots);
		CHECK((progress >> 31 & 0xfff) == slots);
		CHECK((progress >> 43 & 0xfff) == slots - slots % (slots / 4));
		CHECK(progress >> 55 == 0);
		Java_jfs_natives_VerbsLibrary_destroy(fake_env(), NULL, handle);
		closed(verbs);
	}
}

int main(void)
{
	counts_all_slots_there_may_be();
	connects();
	refuses_numbers_that_do_not_fit();
	CHECK(!fake_jni.pending && fake_jni.misuses == 0);
	return check_result();
}
