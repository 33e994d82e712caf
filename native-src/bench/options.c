#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

#define MOST_CONNECTIONS 1024
#define MOST_SIZE (INT64_C(1) << 30)
#define MOST_ROUNDS INT64_C(100000000)

const char *const wait_names[] = {
	[WAIT_SPIN] = "spin",
	[WAIT_FUTEX] = "futex",
	[WAIT_FIXED] = "fixed",
	[WAIT_ADAPTIVE] = "adaptive",
	NULL};
const char *const place_names[] = {
	[PLACE_TWO] = "two", [PLACE_FREE] = "free", [PLACE_ONE] = "one", NULL};
const char *const transport_names[] = {
	[TRANSPORT_RING] = "ring",
	[TRANSPORT_TCP] = "tcp",
	[TRANSPORT_VERBS] = "verbs",
	NULL};

static void usage(FILE *out)
{
	fputs("Usage: jfs-baseline [slices] pingpong|stream|many [OPTION]...\n"
	      "  pingpong  one connection, a message there and back\n"
	      "  stream    one connection, writes one way\n"
	      "  many      connections with a thread at each end, messages there and back\n"
	      "  slices    pingpong or many: reads commands, one a line, and answers each with a\n"
	      "            line: echo SIZE COUNT, stream SIZE COUNT, many CONNECTIONS COUNT,\n"
	      "            cpu (of the server)\n"
	      "Options:\n"
	      "  --transport ring|tcp|verbs\n"
	      "                        shared memory, TCP, or RDMA between two devices' addresses;\n"
	      "                        verbs: one connection, pingpong or stream (ring)\n"
	      "  --from A --to B       tcp and verbs: IP addresses (127.0.0.1; none)\n"
	      "  --wait MODE           ring: spin, futex, fixed (spins, then futex) or\n"
	      "                        adaptive (spins if that pays); tcp, verbs: spin or\n"
	      "                        block (adaptive; block)\n"
	      "  --spins N             looks before sleeping, at most: fixed, adaptive (2000)\n"
	      "  --place two|free|one  each process on its own processor, wherever the\n"
	      "                        kernel puts them, or both on one (two)\n"
	      "  --cpus A,B            the processors for two; the first for one\n"
	      "  --size N[,N]...       bytes of a message or a write (1,64,1024,65536,1048576;\n"
	      "                        stream: 65536; many: 100)\n"
	      "  --rounds N            pingpong: at most (100000)\n"
	      "  --seconds S           at most (pingpong), or for so long (2)\n"
	      "  --connections N       many (32)\n"
	      "  --piece N             ring: bytes that become visible at a time (16384)\n"
	      "  --check               pingpong: each message is compared\n",
	      out);
}

static size_t parse_count(const char *option, const char *text, int64_t most, char **end)
{
	long long value;

	errno = 0;
	value = strtoll(text, end, 10);
	if (errno != 0 || *end == text || value < 0 || value > most)
		give_up(option, "not a number, or too large");
	return (size_t)value;
}

static size_t parse_one(const char *option, const char *text, int64_t most)
{
	char *end;
	size_t value = parse_count(option, text, most, &end);

	if (*end != '\0' || value < 1)
		give_up(option, "not a number above 0");
	return value;
}

static int parse_name(const char *option, const char *text, const char *const *names)
{
	for (int i = 0; names[i] != NULL; i++)
		if (strcmp(text, names[i]) == 0)
			return i;
	give_up(option, "no such value");
}

static size_t parse_list(const char *option, const char *text, int64_t least, int64_t most,
			 size_t *out, size_t room)
{
	size_t count = 0;

	for (;;) {
		char *end;

		if (count == room)
			give_up(option, "too many");
		out[count] = parse_count(option, text, most, &end);
		if ((int64_t)out[count] < least)
			give_up(option, "too small");
		count++;
		if (*end == '\0')
			return count;
		if (*end != ',')
			give_up(option, "not numbers with commas between");
		text = end + 1;
	}
}

static double parse_seconds(const char *text)
{
	char *end;
	double seconds = strtod(text, &end);

	if (end == text || *end != '\0' || !(seconds > 0 && seconds <= 3600))
		give_up("--seconds", "not above 0 and up to 3600");
	return seconds;
}

static void find_cpus(struct options *options)
{
	cpu_set_t allowed;
	int found = 0;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
		give_up("sched_getaffinity", strerror(errno));
	for (int cpu = 0; cpu < CPU_SETSIZE && found < 2; cpu++)
		if (CPU_ISSET((size_t)cpu, &allowed))
			options->cpus[found++] = cpu;
	if (found < 2)
		options->cpus[1] = -1;
}

static void set_defaults(struct options *options)
{
	static const size_t sizes[] = {1, 64, 1024, 65536, 1048576};

	if (options->size_count > 0)
		return;
	if (strcmp(options->bench, "pingpong") == 0) {
		memcpy(options->sizes, sizes, sizeof(sizes));
		options->size_count = sizeof(sizes) / sizeof(sizes[0]);
	} else {
		options->sizes[0] = strcmp(options->bench, "stream") == 0 ? 65536 : 100;
		options->size_count = 1;
	}
}

static _Noreturn void refuse(void)
{
	usage(stderr);
	exit(2);
}

static void parse_bench(char **words, int count, struct options *options)
{
	static const char *const benches[] = {"pingpong", "stream", "many", NULL};
	int known = 0;

	if (count > 0 && strcmp(words[0], "slices") == 0) {
		options->slices = 1;
		words++;
		count--;
	}
	if (count != 1)
		refuse();
	while (benches[known] != NULL && strcmp(words[0], benches[known]) != 0)
		known++;
	if (benches[known] == NULL || (options->slices && strcmp(words[0], "stream") == 0))
		refuse();
	options->bench = words[0];
}

void parse(int argc, char **argv, struct options *options)
{
	static const struct option names[] = {
		{"transport", required_argument, NULL, 't'},
		{"from", required_argument, NULL, 'f'},
		{"to", required_argument, NULL, 'o'},
		{"wait", required_argument, NULL, 'w'},
		{"spins", required_argument, NULL, 'n'},
		{"place", required_argument, NULL, 'l'},
		{"cpus", required_argument, NULL, 'u'},
		{"size", required_argument, NULL, 's'},
		{"rounds", required_argument, NULL, 'r'},
		{"seconds", required_argument, NULL, 'd'},
		{"connections", required_argument, NULL, 'c'},
		{"piece", required_argument, NULL, 'p'},
		{"check", no_argument, NULL, 'k'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0}};
	const char *wait = NULL;
	size_t cpus[2];
	int option;

	find_cpus(options);
	while ((option = getopt_long(argc, argv, "", names, NULL)) != -1) {
		switch (option) {
		case 't':
			options->link.transport = (enum transport)parse_name(
				"--transport", optarg, transport_names);
			break;
		case 'f':
			options->link.from = optarg;
			break;
		case 'o':
			options->link.to = optarg;
			break;
		case 'w':
			wait = optarg;
			break;
		case 'n':
			options->link.spins = (int)parse_one("--spins", optarg, INT32_MAX / 4);
			break;
		case 'l':
			options->place = (enum place)parse_name("--place", optarg, place_names);
			break;
		case 'u':
			if (parse_list("--cpus", optarg, 0, CPU_SETSIZE - 1, cpus, 2) != 2)
				give_up("--cpus", "two are needed");
			options->cpus[0] = (int)cpus[0];
			options->cpus[1] = (int)cpus[1];
			break;
		case 's':
			options->size_count = parse_list("--size", optarg, 1, MOST_SIZE,
							 options->sizes, MOST_SIZES);
			break;
		case 'r':
			options->rounds = parse_one("--rounds", optarg, MOST_ROUNDS);
			break;
		case 'd':
			options->seconds = parse_seconds(optarg);
			break;
		case 'c':
			options->connections =
				parse_one("--connections", optarg, MOST_CONNECTIONS);
			break;
		case 'p':
			options->link.piece = parse_one("--piece", optarg, RING_CAPACITY);
			break;
		case 'k':
			options->check = 1;
			break;
		case 'h':
			usage(stdout);
			exit(0);
		default:
			refuse();
		}
	}
	parse_bench(argv + optind, argc - optind, options);
	if (options->link.transport == TRANSPORT_VERBS &&
	    (options->link.from == NULL || options->link.to == NULL))
		give_up("verbs", "--from and --to are needed");
	if (options->link.from == NULL)
		options->link.from = "127.0.0.1";
	if (options->link.to == NULL)
		options->link.to = "127.0.0.1";
	if (options->link.transport != TRANSPORT_RING) {
		options->link.mode = WAIT_FUTEX;
		if (wait != NULL && strcmp(wait, "block") != 0) {
			options->link.mode =
				(enum wait_mode)parse_name("--wait", wait, wait_names);
			if (options->link.mode != WAIT_SPIN)
				give_up("--wait", "spin or block, but with rings");
		}
	} else if (wait != NULL) {
		options->link.mode = (enum wait_mode)parse_name("--wait", wait, wait_names);
	}
	if (options->place == PLACE_TWO && options->cpus[1] < 0)
		give_up("--place two", "there is one processor");
	set_defaults(options);
}
