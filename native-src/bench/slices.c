#include "slices.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "processes.h"
#include "slice_client.h"
#include "slice_server.h"

#define MOST_IN_COMMAND 128
#define MOST_BYTES (1 << 30)
#define MOST_COUNT 100000000

static int32_t next_number(char **rest, int32_t most)
{
	const char *word = strtok_r(NULL, " ", rest);
	char *end;
	long long value;

	if (word == NULL)
		give_up("command", "a number is missing");
	value = strtoll(word, &end, 10);
	if (end == word || *end != '\0' || value < 1 || value > most)
		give_up(word, "not a number above 0, or too large");
	return (int32_t)value;
}

static void run_slice(const struct options *options, struct link_pair *pairs, const char *name,
		      char **rest)
{
	const int many = strcmp(options->bench, "many") == 0;
	const int stream = strcmp(name, "stream") == 0;
	int32_t first, count;

	if (strcmp(name, "many") == 0 ? !many : many || (!stream && strcmp(name, "echo") != 0))
		give_up(name, "no such command");
	first = next_number(rest, MOST_BYTES);
	count = next_number(rest, MOST_COUNT);
	if (many && (size_t)first != options->connections)
		give_up(name, "there are as many connections as --connections says");
	if (many)
		many_slice(pairs, options->connections, count);
	else if (stream)
		stream_slice(&pairs[0].client, first, count);
	else
		echo_slice(&pairs[0].client, first, count);
}

static void obey(const struct options *options, struct link_pair *pairs, pid_t server,
		 char *command)
{
	char *rest;
	const char *name = strtok_r(command, " ", &rest);

	if (name == NULL)
		give_up("command", "an empty line");
	if (strcmp(name, "cpu") == 0)
		printf("cpu=%" PRId64 "\n", server_cpu_ns(server));
	else
		run_slice(options, pairs, name, &rest);
	if (strtok_r(NULL, " ", &rest) != NULL)
		give_up(name, "too many words");
}

/* False at the end of input. */
static int next_command(char *command, int room)
{
	char *end;

	if (fgets(command, room, stdin) == NULL)
		return 0;
	end = strchr(command, '\n');
	if (end == NULL)
		give_up("command", "too long, or not a line");
	*end = '\0';
	return 1;
}

static void answer(void)
{
	if (fflush(stdout) != 0)
		give_up("answer", strerror(errno));
}

static int64_t cpu_step_ns(void)
{
	struct timespec step = {0, 0};

	clock_getres(CLOCK_PROCESS_CPUTIME_ID, &step);
	return step.tv_sec * SECOND + step.tv_nsec;
}

void slices(const struct options *options)
{
	const size_t count = strcmp(options->bench, "many") == 0 ? options->connections : 1;
	struct link_pair *pairs = open_links(options, count);
	pid_t server = start_server(options, serve_slices, pairs, count, 0);
	char command[MOST_IN_COMMAND];

	for (size_t i = 0; i < count; i++)
		link_connect(&pairs[i].client);
	printf("ready=1 cpu-step=%" PRId64 "\n", cpu_step_ns());
	answer();
	while (next_command(command, sizeof(command))) {
		obey(options, pairs, server, command);
		answer();
	}
	for (size_t i = 0; i < count; i++)
		link_finish(&pairs[i].client);
	end_server(server, pairs, count);
}
