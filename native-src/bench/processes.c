#include "processes.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base.h"

static void place_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) != 0)
		give_up("sched_setaffinity", strerror(errno));
}

static void place(const struct options *options, int which)
{
	if (options->place == PLACE_ONE)
		place_on(options->cpus[0]);
	else if (options->place == PLACE_TWO)
		place_on(options->cpus[which]);
}

/*
 * Raises the limit, as JVMs do: a connection over TCP takes two descriptors until the process has
 * forked.
 */
static void allow_descriptors(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		give_up("getrlimit", strerror(errno));
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
		give_up("setrlimit", strerror(errno));
}

struct link_pair *open_links(const struct options *options, size_t count)
{
	struct link_pair *pairs = allocate(count, sizeof(*pairs));
	int error;

	allow_descriptors();
	error = link_open(&options->link, count, pairs);
	if (error)
		give_up("cannot connect", strerror(error));
	return pairs;
}

pid_t start_server(const struct options *options, serve server, struct link_pair *pairs,
		   size_t count, size_t size)
{
	const pid_t parent = getpid();
	pid_t child;

	/* Else the child would print the buffer's content again. */
	fflush(stdout);
	child = fork();
	if (child < 0)
		give_up("fork", strerror(errno));
	if (child == 0) {
		/*
		 * Else it would wait on a ring for ever if its parent dies, or has died before this
		 * call.
		 */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		for (size_t i = 0; i < count; i++)
			link_forget(&pairs[i].client);
		place(options, 1);
		server(options, pairs, count, size);
		_exit(0);
	}
	for (size_t i = 0; i < count; i++)
		link_forget(&pairs[i].server);
	place(options, 0);
	return child;
}

void end_server(pid_t child, struct link_pair *pairs, size_t count)
{
	int status;

	if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
		give_up("the server", "failed");
	for (size_t i = 0; i < count; i++)
		link_forget(&pairs[i].client);
	if (pairs[0].client.options.transport == TRANSPORT_RING)
		munmap(pairs[0].client.out.ring, 2 * count * sizeof(struct ring));
	free(pairs);
}

int64_t server_cpu_ns(pid_t child)
{
	clockid_t clock;

	if (clock_getcpuclockid(child, &clock) != 0)
		give_up("clock_getcpuclockid", "no clock");
	return clock_ns(clock);
}
