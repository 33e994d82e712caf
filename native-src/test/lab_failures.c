/* A peer, memory, a device and a link that are not there, or are no more. */
#include "verbs_lab.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "verbs_ends.h"

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
void lab_killed(void)
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

/* Not as root, and with little memory to lock. */
void lab_little_memory(void)
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
void lab_device_gone(void)
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
void lab_link_down(void)
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
