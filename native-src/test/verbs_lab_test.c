/*
 * Connections over real verbs: needs root, and devices with the addresses 10.9.0.1 and 10.9.0.2 on
 * the interfaces va and vb. The project's lab has them; skipped without them.
 *
 * verbs_lab_test [TEST...]: runs those tests, else all but device_gone. Each runs in a separate
 * process, since the libraries do not survive a fork(2). The last takes the link down for good.
 */
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "verbs_ends.h"

#define SKIPPED 77

/* Of enum ibv_wc_status. */
#define FLUSHED 5
#define ACCESS 10
#define RETRIES 12
#define RECEIVER_RETRIES 13

static void devices(void)
{
	struct sockaddr_storage ours = address_of("10.9.0.1", 0), all = address_of("0.0.0.0", 0);
	struct sockaddr_storage loop = address_of("127.0.0.1", 0);
	struct sockaddr_storage strange = address_of("192.0.2.1", 0);
	struct jfs_verbs_device found[8];
	size_t count = 0;

	begin();
	CHECK(jfs_verbs_devices(verbs, found, 8, &count) == 0 && count >= 1);
	for (size_t i = 0; i < count; i++) {
		printf("  %s %s%s%s\n", found[i].name, found[i].link_layer,
		       found[i].active ? " active" : "", found[i].immediates ? " immediates" : "");
		CHECK(found[i].immediates);
	}
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == 0);
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&all) == ENODEV);
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&loop) == ENODEV);
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&strange) == ENODEV);
	end_all();
}

static void connects(void)
{
	const struct sockaddr_in *local, *remote;

	join();
	local = (const void *)&last_request.local;
	remote = (const void *)&last_request.remote;
	CHECK(local->sin_addr.s_addr == inet_addr("10.9.0.2") && local->sin_port == htons(PORT));
	CHECK(remote->sin_addr.s_addr == inet_addr("10.9.0.1"));
	CHECK(last_request.data_length >= 5 && memcmp(last_request.data, "hello\0", 6) == 0);
	CHECK(ends[0].data_length >= 7 && memcmp(ends[0].data, "welcome\0", 8) == 0);
	printf("  private data: %u and %u bytes; inline: %u\n", last_request.data_length,
	       ends[0].data_length, jfs_verbs_inline_bytes(ends[0].connection));
	/* The port is taken. */
	{
		struct sockaddr_storage to = address_of("10.9.0.2", PORT);
		struct jfs_verbs_listener *second = NULL;

		CHECK(jfs_verbs_listen(verbs, (struct sockaddr *)&to, 8, LISTENER, &second) ==
		      EADDRINUSE);
	}
	/* Either end may end it, and both may. */
	jfs_verbs_disconnect(ends[1].connection);
	CHECK(wait_for(0, BIT(DISCONNECTED), 5000));
	jfs_verbs_disconnect(ends[0].connection);
	CHECK(wait_for(1, BIT(DISCONNECTED), 5000));
	while (look(&ends[0]) || look(&ends[1]))
		;
	CHECK(ends[0].broken == ECONNRESET && ends[0].broken_status == FLUSHED);
	CHECK(ends[1].broken == ECONNRESET && ends[1].broken_status == FLUSHED);
	end_all();
}

/* A link-local address of this interface; without one there is no test. */
static bool link_local(const char *interface, struct sockaddr_storage *out)
{
	struct ifaddrs *all, *one;
	bool found = false;

	CHECK(getifaddrs(&all) == 0);
	for (one = all; one != NULL && !found; one = one->ifa_next) {
		const struct sockaddr_in6 *six = (const void *)one->ifa_addr;

		if (six == NULL || six->sin6_family != AF_INET6 ||
		    strcmp(one->ifa_name, interface) != 0 ||
		    !IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr))
			continue;
		memset(out, 0, sizeof(*out));
		memcpy(out, six, sizeof(*six));
		found = true;
	}
	freeifaddrs(all);
	return found;
}

static void connects6(void)
{
	struct sockaddr_storage from, to;
	struct sockaddr_in6 *there = (void *)&to;

	if (!link_local("va", &from) || !link_local("vb", &to)) {
		printf("  not tested: no IPv6 here\n");
		return;
	}
	begin();
	there->sin6_port = htons(PORT);
	/* They are usable only after duplicate address detection. */
	for (int i = 0; jfs_verbs_serves(verbs, (struct sockaddr *)&from) != 0 && i < 50; i++)
		usleep(100000);
	listen_on(&to);
	/* As seen from there. */
	there->sin6_scope_id = if_nametoindex("va");
	connect_addresses(&from, &to, &usual);
	CHECK(last_request.remote.ss_family == AF_INET6);
	exchange();
	end_all();
}

static void refused(void)
{
	struct sockaddr_storage from = address_of("10.9.0.1", 0), to = address_of("10.9.0.2", PORT);
	uint8_t reason[JFS_VERBS_REFUSE_DATA];

	for (size_t i = 0; i < sizeof(reason); i++)
		reason[i] = (uint8_t)(i + 1);
	begin();
	listen_on(&to);
	CHECK(ask(&from, &to, &usual, NULL, 0) == 0);
	CHECK(wait_for(0, 0, 10000));
	jfs_verbs_refuse(request, reason, sizeof(reason));
	CHECK(wait_for(0, ANSWERED, 10000) && saw(0, JFS_VERBS_REFUSED));
	CHECK(ends[0].error == ECONNREFUSED);
	CHECK(ends[0].data_length == sizeof(reason));
	CHECK(memcmp(ends[0].data, reason, sizeof(reason)) == 0);
	printf("  status %d\n", ends[0].status);
	end_all();
}

static void unanswered(void)
{
	struct sockaddr_storage from = address_of("10.9.0.1", 0), to = address_of("10.9.0.2", PORT);
	struct jfs_verbs_settings settings = usual;
	int64_t start;

	begin();
	CHECK(ask(&from, &to, &usual, NULL, 0) == 0);
	CHECK(wait_for(0, ANSWERED, 10000) && saw(0, JFS_VERBS_REFUSED));
	CHECK(ends[0].error == ECONNREFUSED);
	printf("  no listener: status %d, %u bytes of data\n", ends[0].status,
	       ends[0].data_length);
	jfs_verbs_destroy(ends[0].connection);
	memset(ends, 0, sizeof(ends));

	to = address_of("10.9.0.77", PORT);
	settings.resolve_millis = 500;
	start = millis();
	CHECK(ask(&from, &to, &settings, NULL, 0) == 0);
	CHECK(wait_for(0, ANSWERED, 10000) && saw(0, JFS_VERBS_FAILED));
	CHECK(ends[0].error == ETIMEDOUT || ends[0].error == EHOSTUNREACH ||
	      ends[0].error == ENETUNREACH);
	printf("  no host: error %d, status %d, after %d ms\n", ends[0].error, ends[0].status,
	       (int)(millis() - start));
	end_all();
}

static bool settled(void)
{
	return ends[0].read == ends[1].written && ends[1].read == ends[0].written &&
	       ends[0].sent == ends[0].posted && ends[1].sent == ends[1].posted &&
	       ends[0].taken == ends[1].told && ends[1].taken == ends[0].told;
}

/* Both ways at once, as fast as slots and room allow; each end sees what the other sent. */
static void transfer(const struct jfs_verbs_settings *settings, unsigned operations)
{
	int64_t start, until;
	unsigned done = 0;

	join_with(settings);
	srand(1);
	start = millis();
	until = start + 240000;
	while (done < operations && ends[0].broken == 0 && ends[1].broken == 0 && millis() < until) {
		for (unsigned i = 0; i < 2; i++) {
			struct end *end = &ends[i], *peer = &ends[1 - i];
			uint32_t length = (uint32_t)rand() % (rand() % 8 == 0 ? 20000 : 200) + 1;
			int error = 0;

			if (end->told - peer->taken < settings->receive_slots) {
				if (rand() % 4 == 0)
					error = send_number(end);
				else if (end->written + length - peer->read <= RING)
					error = write_some(end, length);
				else
					error = EAGAIN;
				done += error == 0;
				CHECK(error == 0 || error == EAGAIN || error == ENOMEM);
			}
			if (rand() % 4 == 0)
				look(end);
		}
	}
	CHECK(done >= operations);
	/* The last is a message: its completion reports all sends before it. */
	for (unsigned i = 0; i < 2; i++)
		while (send_number(&ends[i]) == ENOMEM && millis() < until)
			look(&ends[i]);
	until = millis() + 20000;
	while (!settled() && millis() < until)
		for (unsigned i = 0; i < 2; i++)
			look(&ends[i]);
	CHECK(settled());
	for (unsigned i = 0; i < 2; i++) {
		CHECK(ends[i].broken == 0);
		CHECK(ends[i].checksum_written == ends[1 - i].checksum_read);
		CHECK(ends[i].messages_sent == ends[1 - i].messages_received);
	}
	printf("  %u in %d ms, %u MiB; inline: %u\n", done, (int)(millis() - start),
	       (unsigned)((ends[0].written + ends[1].written) >> 20),
	       jfs_verbs_inline_bytes(ends[0].connection));
	end_all();
}

static void transfers(void)
{
	transfer(&usual, 100000);
}

/* With the fewest slots, and messages from slots too. */
static void transfers_narrowly(void)
{
	struct jfs_verbs_settings settings = usual;

	settings.receive_slots = 2;
	settings.send_slots = 2;
	settings.inline_bytes = 0;
	transfer(&settings, 20000);
}

#define TURNS 3000

/* How often a device may need a push: now and then one forgets to send again (Soft-RoCE). */
#define PUSHES 10

static sem_t bells[2];
static atomic_uint pushes, answered;

static bool told_within_a_second(unsigned which)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 1;
	return sem_timedwait(&bells[which], &until) == 0;
}

/* False if there was something without an event. */
static bool push(struct end *end, unsigned which)
{
	if (look(end))
		return told_within_a_second(which);
	end->posted++;
	return jfs_verbs_probe(end->connection) == 0 && atomic_fetch_add(&pushes, 1) < PUSHES;
}

/* Answers what it gets, as a sleeping thread does: arm, poll once more, and only then sleep. */
static void *answer(void *end_to_be)
{
	struct end *end = end_to_be;
	unsigned which = (unsigned)(end - ends), failures = 0;

	while (end->messages_received < TURNS && failures == 0) {
		uint64_t before = end->messages_received;

		while (end->messages_received == before && failures == 0) {
			failures += jfs_verbs_arm(end->connection) != 0;
			if (!look(end) && !told_within_a_second(which))
				failures += !push(end, which);
			failures += end->broken != 0;
		}
		failures += send_number(end) != 0;
	}
	CHECK(failures == 0);
	atomic_fetch_add(&answered, 1);
	return NULL;
}

/* A thread at each end, and one that wakes them: none goes on sleeping while there is something. */
static void sleeps(void)
{
	pthread_t threads[2];
	unsigned told = 0;
	int64_t start;

	join();
	while (look(&ends[0]) || look(&ends[1]) || !settled())
		;
	for (unsigned i = 0; i < 2; i++) {
		CHECK(jfs_verbs_arm(ends[i].connection) == 0);
		CHECK(sem_init(&bells[i], 0, 0) == 0);
	}
	pump(0);
	CHECK(!saw(0, JFS_VERBS_COMPLETIONS) && !saw(1, JFS_VERBS_COMPLETIONS));
	start = millis();
	CHECK(send_number(&ends[0]) == 0);
	for (unsigned i = 0; i < 2; i++)
		CHECK(pthread_create(&threads[i], NULL, answer, &ends[i]) == 0);
	while (atomic_load(&answered) < 2) {
		struct jfs_verbs_event event;

		CHECK(jfs_verbs_next_event(verbs, 100, &event) == 0);
		if (event.kind == JFS_VERBS_COMPLETIONS) {
			CHECK(sem_post(&bells[event.token]) == 0);
			told++;
		}
	}
	for (unsigned i = 0; i < 2; i++)
		CHECK(pthread_join(threads[i], NULL) == 0);
	CHECK(told > 0 && ends[0].messages_received == TURNS);
	printf("  %d turns in %d ms, told %u times, pushed %u times\n", TURNS,
	       (int)(millis() - start), told, atomic_load(&pushes));
	end_all();
}

/* Without a free slot at the peer: it breaks, and does not hang. */
static void slots(void)
{
	int64_t start;

	join();
	for (unsigned i = 0; i < usual.receive_slots + 8; i++) {
		int error;

		while ((error = send_number(&ends[0])) == ENOMEM && ends[0].broken == 0)
			look(&ends[0]);
		if (error)
			break;
	}
	start = millis();
	while (ends[0].broken == 0 && millis() < start + 20000)
		look(&ends[0]);
	CHECK(ends[0].broken == ECONNRESET && ends[0].broken_status == RECEIVER_RETRIES);
	printf("  status %d after %d ms\n", ends[0].broken_status, (int)(millis() - start));
	end_all();
}

/* Even if the peer gives a wrong address: nothing is written beyond its memory. */
static void regions(void)
{
	static const struct {
		int64_t offset;
		uint32_t key;
	} cases[] = {{1, 0}, {-1, 0}, {(int64_t)1 << 40, 0}, {0, 1}, {0, 0x100}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int64_t until;

		join();
		while (look(&ends[0]) || look(&ends[1]) || !settled())
			;
		memset(ends[1].ring, 0x5a, RING);
		CHECK(jfs_verbs_write(ends[0].connection, &ends[0].source_region, 0, RING,
				      ends[0].peer_address + (uint64_t)cases[i].offset,
				      ends[0].peer_key ^ cases[i].key) == 0);
		until = millis() + 10000;
		while (ends[0].broken == 0 && millis() < until)
			look(&ends[0]);
		CHECK(ends[0].broken == ECONNRESET && ends[0].broken_status == ACCESS);
		until = millis() + 500;
		while (ends[1].broken == 0 && millis() < until) {
			pump(10);
			look(&ends[1]);
		}
		for (unsigned j = 0; j < RING; j++)
			if (ends[1].ring[j] != 0x5a) {
				CHECK(!"nothing was written");
				break;
			}
		printf("  writer: status %d; the other: %s, status %d, events %#x\n",
		       ends[0].broken_status, ends[1].broken ? "broken" : "as before",
		       ends[1].broken_status, ends[1].seen);
		end_all();
	}
}

/* Waits at most that long until the end is known to be of no use. */
static int64_t ended(unsigned which, int timeout)
{
	int64_t start = millis();

	while (millis() < start + timeout && ends[which].broken == 0 &&
	       !saw(which, JFS_VERBS_DISCONNECTED) && !saw(which, JFS_VERBS_BROKEN)) {
		look(&ends[which]);
		pump(10);
	}
	return millis() - start;
}

/* The child accepts and looks; the parent kills it. */
static void killed(void)
{
	struct sockaddr_storage from = address_of("10.9.0.1", 0), to = address_of("10.9.0.2", PORT);
	int ready[2], status;
	int64_t after;
	pid_t child;
	char byte;

	CHECK(pipe(ready) == 0);
	child = fork();
	CHECK(child >= 0);
	if (child == 0) {
		begin();
		listen_on(&to);
		CHECK(write(ready[1], "r", 1) == 1);
		CHECK(wait_for(0, 0, 20000));
		CHECK(jfs_verbs_accept(request, &usual, NULL, 0, 1, &ends[1].connection) == 0);
		CHECK(wait_for(1, BIT(ESTABLISHED), 10000));
		offer(&ends[1]);
		for (;;)
			look(&ends[1]);
	}
	CHECK(read(ready[0], &byte, 1) == 1);
	begin();
	CHECK(ask(&from, &to, &usual, NULL, 0) == 0);
	CHECK(wait_for(0, ANSWERED, 10000) && saw(0, JFS_VERBS_ACCEPTED));
	offer(&ends[0]);
	while (ends[0].peer_key == 0 && ends[0].broken == 0)
		look(&ends[0]);
	for (int i = 0; i < 20; i++)
		CHECK(write_some(&ends[0], 1000) == 0);
	CHECK(jfs_verbs_probe(ends[0].connection) == 0);
	ends[0].posted++;
	while (ends[0].sent < ends[0].posted && ends[0].broken == 0)
		look(&ends[0]);
	CHECK(ends[0].broken == 0);

	CHECK(kill(child, SIGKILL) == 0);
	after = ended(0, 3000);
	CHECK(after < 3000);
	printf("  events %#x, %s, status %d after %d ms\n", ends[0].seen,
	       ends[0].broken ? "broken" : "not broken", ends[0].broken_status, (int)after);
	CHECK(waitpid(child, &status, 0) == child);
	if (ends[0].broken == 0) {
		int64_t start = millis();

		CHECK(jfs_verbs_probe(ends[0].connection) == 0);
		while (ends[0].broken == 0 && millis() < start + 3000)
			look(&ends[0]);
		CHECK(ends[0].broken == ECONNRESET && ends[0].broken_status == RETRIES);
		printf("  probed: status %d after %d ms\n", ends[0].broken_status,
		       (int)(millis() - start));
	}
	end_all();
}

/* Attempts that are given up at any moment, and connections that are. */
static void abandons(void)
{
	struct sockaddr_storage from = address_of("10.9.0.1", 0), to = address_of("10.9.0.2", PORT);

	int error = 0;

	begin();
	listen_on(&to);
	for (int steps = 0; steps < 40; steps++) {
		CHECK(ask(&from, &to, &usual, NULL, 0) == 0);
		for (int i = 0; i < steps % 8; i++) {
			struct jfs_verbs_event event;

			CHECK(jfs_verbs_next_event(verbs, 20, &event) == 0);
			take(&event);
			if (request == NULL)
				continue;
			if (steps % 3 == 0 || ends[1].connection != NULL)
				jfs_verbs_refuse(request, NULL, 0);
			else if ((error = jfs_verbs_accept(request, &usual, NULL, 0, 1,
							   &ends[1].connection)) != 0)
				jfs_verbs_refuse(request, NULL, 0);
			request = NULL;
		}
		jfs_verbs_destroy(ends[0].connection);
		if (steps % 2 == 0)
			pump(5);
		if (request != NULL) {
			jfs_verbs_refuse(request, NULL, 0);
			request = NULL;
		}
		jfs_verbs_destroy(ends[1].connection);
		memset(ends, 0, sizeof(ends));
		/* Those of the attempts that were given up. */
		do {
			pump(0);
			if (request == NULL)
				break;
			jfs_verbs_refuse(request, NULL, 0);
			request = NULL;
		} while (true);
	}
	/* Some requests were of attempts that were given up, which the server did not know. */
	if (error)
		printf("  accepting gave error %d\n", error);
	end_all();
}

/* Not as root, and with little memory to lock. */
static void little_memory(void)
{
	struct rlimit limit = {1 << 20, 1 << 20};
	struct jfs_verbs_region region;
	struct end *end = &ends[0];
	uint8_t *bytes;
	int error;

	CHECK(setrlimit(RLIMIT_MEMLOCK, &limit) == 0);
	CHECK(setgid(65534) == 0 && setuid(65534) == 0);
	join();
	bytes = memory(8 << 20);
	error = jfs_verbs_register(end->connection, bytes, 8 << 20, true, &region);
	CHECK(error == ENOMEM || error == EAGAIN);
	printf("  error %d\n", error);
	CHECK(send_number(end) == 0);
	end_all();
}

/* Alone, since the device is gone then. */
static void device_gone(void)
{
	int64_t until = millis() + 10000;

	join();
	CHECK(system("rdma link delete rxb &") == 0);
	CHECK(wait_for(1, BIT(DEVICE_GONE), 5000));
	while (!listener_gone && millis() < until)
		pump(100);
	CHECK(listener_gone);
	printf("  events %#x; the other: %#x\n", ends[1].seen, ends[0].seen);
	end_all();
	/* It goes when the last process that had opened it does. */
	printf("  %s\n", system("sleep 1; rdma link show | grep -q rxb") == 0 ? "still there"
										: "gone");
}

/* Last: nothing brings the link up again. */
static void link_down(void)
{
	int64_t after, start;

	join();
	while (look(&ends[0]) || look(&ends[1]) || !settled())
		;
	CHECK(system("ip link set va down") == 0);
	CHECK(write_some(&ends[0], 1000) == 0);
	after = ended(0, 5000);
	CHECK(after < 5000);
	start = millis();
	while (ends[0].broken == 0 && millis() < start + 5000)
		look(&ends[0]);
	CHECK(ends[0].broken == ECONNRESET);
	pump(500);
	printf("  events %#x after %d ms; status %d after %d ms more; the other: events %#x\n",
	       ends[0].seen, (int)after, ends[0].broken_status, (int)(millis() - start),
	       ends[1].seen);
	end_all();
}

static const struct {
	const char *name;
	void (*run)(void);
	bool alone;
} tests[] = {
	{"devices", devices, false},
	{"connects", connects, false},
	{"connects6", connects6, false},
	{"refused", refused, false},
	{"unanswered", unanswered, false},
	{"transfers", transfers, false},
	{"transfers_narrowly", transfers_narrowly, false},
	{"sleeps", sleeps, false},
	{"slots", slots, false},
	{"regions", regions, false},
	{"killed", killed, false},
	{"abandons", abandons, false},
	{"little_memory", little_memory, false},
	{"device_gone", device_gone, true},
	{"link_down", link_down, false},
};

/* The kernel's RDMA resources but contexts, which librdmacm keeps. */
static void resources(char *text, size_t size)
{
	FILE *told = popen("rdma resource show 2>/dev/null | sed 's/ ctx [0-9]*//'", "r");
	size_t length = 0;

	if (told != NULL) {
		length = fread(text, 1, size - 1, told);
		pclose(told);
	}
	text[length] = 0;
}

/* Is each line of after also in before? A device may have gone, but nothing new may be there. */
static bool no_more(const char *before, char *after)
{
	char *rest = NULL;

	for (char *line = strtok_r(after, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest)) {
		if (strstr(before, line) != NULL)
			continue;
		printf("  left behind: %s\n  there was:\n%s", line, before);
		return false;
	}
	return true;
}

/* In a separate process; what the test made must be gone before that process ends. */
static int run(size_t test)
{
	pid_t child;
	int status;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		char before[1024], after[1024];
		int64_t until;

		alarm(300);
		resources(before, sizeof(before));
		if (before[0] == 0)
			printf("  not tested: whether anything is left behind\n");
		tests[test].run();
		until = millis() + 3000;
		do {
			resources(after, sizeof(after));
		} while (strcmp(before, after) != 0 && millis() < until);
		CHECK(no_more(before, after));
		fflush(stdout);
		exit(check_result());
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* In a process of its own too. */
static bool in_the_lab(void)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		struct sockaddr_storage one = address_of("10.9.0.1", 0);
		struct sockaddr_storage two = address_of("10.9.0.2", 0);

		_exit(jfs_verbs_open(&verbs) != 0 ||
		      jfs_verbs_serves(verbs, (struct sockaddr *)&one) != 0 ||
		      jfs_verbs_serves(verbs, (struct sockaddr *)&two) != 0);
	}
	return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
	       WEXITSTATUS(status) == 0;
}

int main(int count, char **names)
{
	int failures = 0;

	if (!in_the_lab()) {
		printf("skipped: no device has 10.9.0.1, or 10.9.0.2\n");
		return SKIPPED;
	}
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		bool wanted = count < 2 && !tests[i].alone;
		int64_t start = millis();
		int failed;

		for (int j = 1; j < count; j++)
			wanted = wanted || strcmp(names[j], tests[i].name) == 0;
		if (!wanted)
			continue;
		printf("%s\n", tests[i].name);
		failed = run(i);
		printf("%s: %s (%d ms)\n", tests[i].name, failed ? "FAILED" : "passed",
		       (int)(millis() - start));
		failures += failed != 0;
	}
	return failures == 0 ? 0 : 1;
}
