/*
 * The library that is built with glibc, in a process on musl, as in a container of Alpine: linked
 * with it, this program starts only if musl has each function that the library needs, and what they
 * do with structures must be the same. Not a unit test: musl_test.sh builds and runs it.
 */
#include "jni/natives.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "fake_jni.h"
#include "jfs/limits.h"

#ifdef __GLIBC__
#error "to be compiled for musl"
#endif

#define NATIVE(method) Java_jfs_natives_Natives_##method
#define SIZE (1 << 20)

static void test_memory(void)
{
	JNIEnv *env = fake_env();
	int descriptor = NATIVE(memoryCreate)(env, NULL, SIZE);
	int *words;

	CHECK(descriptor >= 0);
	CHECK(NATIVE(memoryAllocate)(env, NULL, descriptor, 0, SIZE) == 0);
	CHECK(NATIVE(memoryCheck)(env, NULL, descriptor, SIZE) == 0);
	CHECK(NATIVE(memoryCheck)(env, NULL, descriptor, 2 * SIZE) < 0);
	words = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
	CHECK(words != MAP_FAILED);
	words[0] = 7;
	CHECK(NATIVE(futexWait)(env, NULL, (jlong)(intptr_t)words, 7, 1000000) == 1);
	CHECK(NATIVE(futexWake)(env, NULL, (jlong)(intptr_t)words, 1) == 0);
	CHECK(NATIVE(memoryPunch)(env, NULL, descriptor, 0, SIZE) == 0);
	CHECK(words[0] == 0);
	CHECK(munmap(words, SIZE) == 0);
	CHECK(NATIVE(close)(env, NULL, descriptor) == 0);
}

/* A byte and a descriptor: struct msghdr, of which the two libraries have versions of their own. */
static void test_unix_socket(void)
{
	JNIEnv *env = fake_env();
	char out = 'x', in = 0;
	jint received = -1;
	jlong peer[2] = { -1, -1 };
	struct fake_object sent = { &out, 1, true }, room = { &in, 1, true };
	struct fake_object number = { &received, 1, false }, ids = { peer, 2, false };
	int ends[2], passed[2];

	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
	CHECK(pipe(passed) == 0);
	CHECK(NATIVE(unixSend)(env, NULL, ends[0], fake_reference(&sent), 0, 1, passed[1]) == 1);
	CHECK(NATIVE(unixReceive)(env, NULL, ends[1], fake_reference(&room), 0, 1,
		fake_reference(&number)) == 1);
	CHECK(in == 'x');
	CHECK(write(received, "y", 1) == 1);
	CHECK(read(passed[0], &in, 1) == 1 && in == 'y');
	CHECK(NATIVE(unixPeer)(env, NULL, ends[0], fake_reference(&ids)) == 0);
	CHECK(peer[0] == getuid() && peer[1] == getpid());
	CHECK(close(received) == 0 && close(passed[0]) == 0 && close(passed[1]) == 0);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void test_eventfd(void)
{
	JNIEnv *env = fake_env();
	int descriptor = NATIVE(eventfdCreate)(env, NULL);
	uint64_t count = 0;

	CHECK(descriptor >= 0);
	CHECK(NATIVE(eventfdCheck)(env, NULL, descriptor) == 0);
	CHECK(NATIVE(eventfdSignal)(env, NULL, descriptor) == 0);
	CHECK(read(descriptor, &count, sizeof(count)) == sizeof(count) && count == 1);
	CHECK(read(descriptor, &count, sizeof(count)) == -1 && errno == EAGAIN);
	CHECK(NATIVE(close)(env, NULL, descriptor) == 0);
	CHECK(NATIVE(eventfdCheck)(env, NULL, descriptor) == -EBADF);
}

/* What the kernel says of a connection, by getsockopt and by netlink. */
static void test_tcp(void)
{
	JNIEnv *env = fake_env();
	struct sockaddr_in here = { .sin_family = AF_INET }, local;
	socklen_t length = sizeof(here);
	jlong counts[3] = { -1, -1, -1 };
	jint keep[4] = { -1, -1, -1, -1 };
	jlong found[3] = { -1, -1, -1 };
	jbyte loopback[4] = { 127, 0, 0, 1 };
	struct fake_object of_counts = { counts, 3, false }, of_keep = { keep, 4, false };
	struct fake_object of_found = { found, 3, false }, address = { loopback, 4, false };
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	jint state;

	here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CHECK(bind(listener, (struct sockaddr *)&here, length) == 0 && listen(listener, 1) == 0);
	CHECK(getsockname(listener, (struct sockaddr *)&here, &length) == 0);
	CHECK(connect(client, (struct sockaddr *)&here, length) == 0);
	CHECK(getsockname(client, (struct sockaddr *)&local, &length) == 0);
	state = NATIVE(tcpState)(env, NULL, client);
	CHECK(state > 0 && NATIVE(tcpIsConnected)(env, NULL, state));
	CHECK(write(client, "abc", 3) == 3);
	CHECK(NATIVE(tcpCounts)(env, NULL, client, fake_reference(&of_counts)) == 0);
	CHECK(counts[0] == 3 && counts[1] == 0);
	CHECK(NATIVE(tcpDropped)(env, NULL, client) == 0);
	CHECK(NATIVE(keepAliveSet)(env, NULL, client, JNI_TRUE, 77, 7, 3) == 0);
	CHECK(NATIVE(keepAliveGet)(env, NULL, client, fake_reference(&of_keep)) == 0);
	CHECK(keep[0] == 1 && keep[1] == 77 && keep[2] == 7 && keep[3] == 3);
	CHECK(NATIVE(socketCookie)(env, NULL, client) > 0);
	if (NATIVE(tcpFind)(env, NULL, fake_reference(&address), ntohs(local.sin_port),
		fake_reference(&address), ntohs(here.sin_port), 0, fake_reference(&of_found)) == 0)
		CHECK(found[0] == NATIVE(socketCookie)(env, NULL, client));
	else
		fprintf(stderr, "this kernel finds no sockets: not tested on musl\n");
	CHECK(NATIVE(socketTakeError)(env, NULL, client) == 0);
	CHECK(close(client) == 0 && close(listener) == 0);
}

static void test_limits(void)
{
	JNIEnv *env = fake_env();
	jlong limits[2] = { -1, -1 };
	struct fake_object of_limits = { limits, 2, false };
	struct rlimit limit;
	jint files = JFS_RESOURCE_OPEN_FILES;

	CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
	CHECK(NATIVE(resourceLimit)(env, NULL, files, fake_reference(&of_limits)) == 0);
	CHECK(limits[0] == (jlong)limit.rlim_cur && limits[1] == (jlong)limit.rlim_max);
}

int main(void)
{
	CHECK(NATIVE(contract)(fake_env(), NULL) == JFS_JNI_CONTRACT);
	test_memory();
	test_unix_socket();
	test_eventfd();
	test_tcp();
	test_limits();
	return check_result();
}
