/*
 * Connections over real verbs: needs root, and devices with the addresses 10.9.0.1 and 10.9.0.2 on
 * the interfaces va and vb. The project's lab has them; skipped without them.
 *
 * verbs_lab_test [TEST...]: runs those tests, else all but device_gone. Each runs in a separate
 * process, since the libraries do not survive a fork(2). The last takes the link down for good.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "verbs_ends.h"
#include "verbs_lab.h"

#define SKIPPED 77

static const struct {
	const char *name;
	void (*run)(void);
	bool alone;
} tests[] = {
	{"devices", lab_devices, false},
	{"connects", lab_connects, false},
	{"connects6", lab_connects6, false},
	{"refused", lab_refused, false},
	{"unanswered", lab_unanswered, false},
	{"transfers", lab_transfers, false},
	{"transfers_narrowly", lab_transfers_narrowly, false},
	{"sleeps", lab_sleeps, false},
	{"slots", lab_slots, false},
	{"regions", lab_regions, false},
	{"killed", lab_killed, false},
	{"abandons", lab_abandons, false},
	{"little_memory", lab_little_memory, false},
	{"device_gone", lab_device_gone, true},
	{"link_down", lab_link_down, false},
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
