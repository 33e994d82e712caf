/* The glue for jfs.natives.Natives: what it makes of arguments that are none, and of its results. */
#include "jni/natives.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "fake_jni.h"
#include "jfs/unix_socket.h"

#define UNTOUCHED (-4711)

/* The linker puts this in the place of close(2): it closes, and may say that a signal came. */
int __real_close(int descriptor);
int __wrap_close(int descriptor);

static bool signal_comes;

int __wrap_close(int descriptor)
{
	int result = __real_close(descriptor);

	if (!signal_comes)
		return result;
	errno = EINTR;
	return -1;
}

static int next_descriptor(void)
{
	int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);

	CHECK(descriptor >= 0 && close(descriptor) == 0);
	return descriptor;
}

static jint send_bytes(int socket, jobject buffer, jint offset, jint length)
{
	return Java_jfs_natives_Natives_unixSend(fake_env(), NULL, socket, buffer, offset, length,
						 0);
}

static jint receive_bytes(int socket, jobject buffer, jint offset, jint length, jint *descriptor)
{
	struct fake_object array = {.elements = descriptor, .length = 1};

	return Java_jfs_natives_Natives_unixReceive(fake_env(), NULL, socket, buffer, offset,
						    length, fake_reference(&array));
}

static void passes_bytes_of_a_buffer(void)
{
	char bytes[8] = "abcdefg";
	struct fake_object object = {.elements = bytes, .length = sizeof(bytes), .direct = true};
	jobject buffer = fake_reference(&object);
	jint descriptor = UNTOUCHED;
	int ends[2];

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	CHECK(send_bytes(ends[0], buffer, 2, 3) == 3);
	CHECK(receive_bytes(ends[1], buffer, 5, 3, &descriptor) == 3);
	CHECK(memcmp(bytes, "abcdecde", 8) == 0);
	CHECK(descriptor >= 0 && close(descriptor) == 0);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

/* As if Java had not checked them: nothing beyond the buffer is read or written. */
static void touches_no_bytes_beyond_a_buffer(void)
{
	static const jint ranges[][2] = {
		{0, 9}, {8, 1}, {4, 5}, {9, 0}, {-1, 1}, {4, -1}, {8, -8}, {INT32_MIN, 8},
		{INT32_MAX, 1}, {0, INT32_MAX}, {INT32_MAX, INT32_MAX},
	};
	char bytes[8] = "abcdefg";
	struct fake_object direct = {.elements = bytes, .length = sizeof(bytes), .direct = true};
	struct fake_object heap = {.elements = bytes, .length = sizeof(bytes)};
	jint descriptor = UNTOUCHED;
	int ends[2];

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		CHECK(send_bytes(ends[0], fake_reference(&direct), ranges[i][0], ranges[i][1]) ==
		      -EINVAL);
		CHECK(receive_bytes(ends[1], fake_reference(&direct), ranges[i][0], ranges[i][1],
				    &descriptor) == -EINVAL);
	}
	CHECK(send_bytes(ends[0], NULL, 0, 1) == -EINVAL);
	CHECK(send_bytes(ends[0], fake_reference(&heap), 0, 1) == -EINVAL);
	/* Nothing was sent, and nothing was taken. */
	CHECK(receive_bytes(ends[1], fake_reference(&direct), 0, 8, &descriptor) == -EAGAIN);
	CHECK(descriptor == UNTOUCHED);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

/* A descriptor that came could not be returned. */
static void receives_nothing_without_a_place_for_the_descriptor(void)
{
	char byte = 'x';
	struct fake_object object = {.elements = &byte, .length = 1, .direct = true};
	struct fake_object none = {.elements = NULL, .length = 0};
	jobject buffer = fake_reference(&object);
	jint descriptor = UNTOUCHED;
	int before = next_descriptor(), ends[2];

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	CHECK(send_bytes(ends[0], buffer, 0, 1) == 1);
	CHECK(Java_jfs_natives_Natives_unixReceive(fake_env(), NULL, ends[1], buffer, 0, 1, NULL) ==
	      -EINVAL);
	CHECK(Java_jfs_natives_Natives_unixReceive(fake_env(), NULL, ends[1], buffer, 0, 1,
						   fake_reference(&none)) == -EINVAL);
	CHECK(receive_bytes(ends[1], buffer, 0, 1, &descriptor) == 1);
	CHECK(close(descriptor) == 0);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
	CHECK(next_descriptor() == before);
}

static void says_that_a_descriptor_was_lost(void)
{
	char bytes[2] = "xy";
	struct fake_object object = {.elements = bytes, .length = sizeof(bytes), .direct = true};
	jobject buffer = fake_reference(&object);
	jint descriptor = UNTOUCHED;
	struct rlimit saved, lowered;
	int ends[2];

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	CHECK(send_bytes(ends[0], buffer, 0, 1) == 1);
	CHECK(getrlimit(RLIMIT_NOFILE, &saved) == 0);
	lowered = saved;
	lowered.rlim_cur = 0;
	CHECK(setrlimit(RLIMIT_NOFILE, &lowered) == 0);
	CHECK(receive_bytes(ends[1], buffer, 1, 1, &descriptor) == 1);
	CHECK(setrlimit(RLIMIT_NOFILE, &saved) == 0);
	CHECK(bytes[1] == 'x' && descriptor == JFS_UNIX_LOST);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void makes_signals_and_checks_eventfds(void)
{
	JNIEnv *env = fake_env();
	jint descriptor = Java_jfs_natives_Natives_eventfdCreate(env, NULL);
	uint64_t count = 0;

	CHECK(descriptor >= 0);
	CHECK(Java_jfs_natives_Natives_eventfdCheck(env, NULL, descriptor) == 0);
	CHECK(Java_jfs_natives_Natives_eventfdSignal(env, NULL, descriptor) == 0);
	CHECK(Java_jfs_natives_Natives_eventfdSignal(env, NULL, descriptor) == 0);
	CHECK(read(descriptor, &count, sizeof(count)) == sizeof(count) && count == 2);
	count = UINT64_MAX - 1;
	CHECK(write(descriptor, &count, sizeof(count)) == sizeof(count));
	CHECK(Java_jfs_natives_Natives_eventfdSignal(env, NULL, descriptor) == 0);
	CHECK(fcntl(descriptor, F_SETFL, 0) == 0);
	CHECK(Java_jfs_natives_Natives_eventfdCheck(env, NULL, descriptor) == -EINVAL);
	CHECK(close(descriptor) == 0);
	CHECK(Java_jfs_natives_Natives_eventfdCheck(env, NULL, descriptor) == -EBADF);
	CHECK(Java_jfs_natives_Natives_eventfdSignal(env, NULL, -1) == -EBADF);
}

static void makes_no_eventfd_where_there_is_room_for_none(void)
{
	struct rlimit saved, lowered;

	CHECK(getrlimit(RLIMIT_NOFILE, &saved) == 0);
	lowered = saved;
	lowered.rlim_cur = 0;
	CHECK(setrlimit(RLIMIT_NOFILE, &lowered) == 0);
	CHECK(Java_jfs_natives_Natives_eventfdCreate(fake_env(), NULL) == -EMFILE);
	CHECK(setrlimit(RLIMIT_NOFILE, &saved) == 0);
}

/* Linux has closed the descriptor then: another thread may have the same number already. */
static void closes_although_a_signal_comes(void)
{
	int before = next_descriptor(), descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);

	CHECK(descriptor == before);
	signal_comes = true;
	CHECK(Java_jfs_natives_Natives_close(fake_env(), NULL, descriptor) == 0);
	signal_comes = false;
	CHECK(next_descriptor() == before);
	CHECK(Java_jfs_natives_Natives_close(fake_env(), NULL, descriptor) == -EBADF);
}

/* The ports of a connection that there is, and those that are the same once cut to 16 bits. */
static void looks_for_no_port_that_is_none(void)
{
	jbyte bytes[] = {127, 0, 0, 1};
	jlong found[3] = {UNTOUCHED, UNTOUCHED, UNTOUCHED};
	struct fake_object address = {.elements = bytes, .length = 4};
	struct fake_object values = {.elements = found, .length = 3};
	jobject host = fake_reference(&address), out = fake_reference(&values);
	struct sockaddr_in name;
	socklen_t length = sizeof(name);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	jint there, here;

	memset(&name, 0, sizeof(name));
	name.sin_family = AF_INET;
	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CHECK(bind(listener, (struct sockaddr *)&name, length) == 0 && listen(listener, 1) == 0);
	CHECK(getsockname(listener, (struct sockaddr *)&name, &length) == 0);
	there = ntohs(name.sin_port);
	CHECK(connect(client, (struct sockaddr *)&name, length) == 0);
	CHECK(getsockname(client, (struct sockaddr *)&name, &length) == 0);
	here = ntohs(name.sin_port);
	for (jint cut = -65536; cut <= 65536; cut += 65536) {
		jint expected = cut == 0 ? 0 : -EINVAL;

		CHECK(Java_jfs_natives_Natives_tcpFind(fake_env(), NULL, host, here + cut, host,
						       there, 0, out) == expected);
		CHECK(Java_jfs_natives_Natives_tcpFind(fake_env(), NULL, host, here, host,
						       there + cut, 0, out) == expected);
		CHECK((found[0] == UNTOUCHED) == (cut < 0));
	}
	CHECK(close(client) == 0 && close(listener) == 0);
}

int main(void)
{
	looks_for_no_port_that_is_none();
	closes_although_a_signal_comes();
	passes_bytes_of_a_buffer();
	touches_no_bytes_beyond_a_buffer();
	receives_nothing_without_a_place_for_the_descriptor();
	says_that_a_descriptor_was_lost();
	makes_signals_and_checks_eventfds();
	makes_no_eventfd_where_there_is_room_for_none();
	CHECK(!fake_jni.pending && fake_jni.misuses == 0);
	return check_result();
}
