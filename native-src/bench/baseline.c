/*
 * jfs-baseline: what two processes of one host can have at best, in C: JFS's shared-memory ring
 * with several ways to wait, and the loopback's TCP. One line of JSON a result; see usage().
 */
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "link.h"

#define MOST_SIZES 32
#define MOST_CONNECTIONS 1024
#define MOST_SIZE (INT64_C(1) << 30)
#define MOST_ROUNDS INT64_C(100000000)
#define SECOND INT64_C(1000000000)

enum place {
	PLACE_TWO,	/* each process on a processor of its own */
	PLACE_FREE,	/* wherever the kernel puts them */
	PLACE_ONE	/* both on one processor */
};

struct options {
	const char *bench;
	struct link_options link;
	enum place place;
	int cpus[2];
	size_t sizes[MOST_SIZES];
	size_t size_count;
	size_t rounds;
	size_t connections;
	double seconds;
	int check;
};

static const char *const wait_names[] = {
	[WAIT_SPIN] = "spin",
	[WAIT_FUTEX] = "futex",
	[WAIT_FIXED] = "fixed",
	[WAIT_ADAPTIVE] = "adaptive",
	NULL};
static const char *const place_names[] = {
	[PLACE_TWO] = "two", [PLACE_FREE] = "free", [PLACE_ONE] = "one", NULL};
static const char *const transport_names[] = {
	[TRANSPORT_RING] = "ring", [TRANSPORT_TCP] = "tcp", NULL};

static void usage(FILE *out)
{
	fputs("Usage: jfs-baseline pingpong|stream|many [OPTION]...\n"
	      "  pingpong  one connection, a message there and back\n"
	      "  stream    one connection, writes one way\n"
	      "  many      connections with a thread at each end, messages there and back\n"
	      "Options:\n"
	      "  --transport ring|tcp  shared memory, or TCP over the loopback (ring)\n"
	      "  --wait MODE           ring: spin, futex, fixed (spins, then futex) or\n"
	      "                        adaptive (spins if that pays); tcp: spin or block\n"
	      "                        (adaptive; block)\n"
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

static _Noreturn void give_up(const char *what, const char *why)
{
	fprintf(stderr, "jfs-baseline: %s: %s\n", what, why);
	exit(2);
}

static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count, size);

	if (memory == NULL)
		give_up("memory", strerror(ENOMEM));
	return memory;
}

static int64_t clock_ns(clockid_t clock)
{
	struct timespec now = {0, 0};

	clock_gettime(clock, &now);
	return now.tv_sec * SECOND + now.tv_nsec;
}

static int64_t now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

/* --- options --- */

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

static void parse(int argc, char **argv, struct options *options)
{
	static const struct option names[] = {
		{"transport", required_argument, NULL, 't'},
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

	while ((option = getopt_long(argc, argv, "", names, NULL)) != -1) {
		switch (option) {
		case 't':
			options->link.transport = (enum transport)parse_name(
				"--transport", optarg, transport_names);
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
			usage(stderr);
			exit(2);
		}
	}
	if (optind != argc - 1 || (strcmp(argv[optind], "pingpong") != 0 &&
				   strcmp(argv[optind], "stream") != 0 &&
				   strcmp(argv[optind], "many") != 0)) {
		usage(stderr);
		exit(2);
	}
	options->bench = argv[optind];
	if (options->link.transport == TRANSPORT_TCP) {
		options->link.mode = WAIT_FUTEX;
		if (wait != NULL && strcmp(wait, "block") != 0) {
			options->link.mode =
				(enum wait_mode)parse_name("--wait", wait, wait_names);
			if (options->link.mode != WAIT_SPIN)
				give_up("--wait", "spin or block, with tcp");
		}
	} else if (wait != NULL) {
		options->link.mode = (enum wait_mode)parse_name("--wait", wait, wait_names);
	}
	if (options->place == PLACE_TWO && options->cpus[1] < 0)
		give_up("--place two", "there is one processor");
	set_defaults(options);
}

/* --- processes --- */

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

/* What the process does that has the servers' ends; returns when its peer is done. */
typedef void (*serve)(const struct options *options, struct link_pair *pairs, size_t count,
		      size_t size);

static struct link_pair *open_links(const struct options *options, size_t count)
{
	struct link_pair *pairs = allocate(count, sizeof(*pairs));
	int error = link_open(&options->link, count, pairs);

	if (error)
		give_up("cannot connect", strerror(error));
	return pairs;
}

static pid_t start_server(const struct options *options, serve server, struct link_pair *pairs,
			  size_t count, size_t size)
{
	pid_t child;

	/* What stands in the buffer would come twice. */
	fflush(stdout);
	child = fork();
	if (child < 0)
		give_up("fork", strerror(errno));
	if (child == 0) {
		/* On a ring it would wait for ever. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
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

static void end_server(pid_t child, struct link_pair *pairs, size_t count)
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

/* Processor time of this process and of the server's, so far. */
static int64_t cpu_ns(pid_t child)
{
	clockid_t clock;

	if (clock_getcpuclockid(child, &clock) != 0)
		give_up("clock_getcpuclockid", "no clock");
	return clock_ns(CLOCK_PROCESS_CPUTIME_ID) + clock_ns(clock);
}

/* --- results --- */

static void print_head(const struct options *options, size_t size)
{
	const char *wait = wait_names[options->link.mode];

	if (options->link.transport == TRANSPORT_TCP && options->link.mode != WAIT_SPIN)
		wait = "block";
	printf("{\"bench\":\"%s\",\"transport\":\"%s\",\"wait\":\"%s\",\"place\":\"%s\",\"size\":%zu",
	       options->bench, transport_names[options->link.transport], wait,
	       place_names[options->place], size);
}

static int compare(const void *one, const void *other)
{
	int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;

	return (a > b) - (a < b);
}

/* Of half of them, for a round has two ways; sorted already. */
static double percentile(const int64_t *rounds, size_t count, double which)
{
	size_t index = (size_t)((double)(count - 1) * which / 100 + 0.5);

	return (double)rounds[index] / 2;
}

/* --- pingpong --- */

static void echo(struct link_end *end, char *buffer, size_t size)
{
	while (link_receive_all(end, buffer, size))
		link_send(end, buffer, size);
	link_finish(end);
}

static void serve_pingpong(const struct options *options, struct link_pair *pairs, size_t count,
			   size_t size)
{
	char *buffer = allocate(size, 1);

	(void)options;
	(void)count;
	echo(&pairs[0].server, buffer, size);
	free(buffer);
}

static void fill(char *message, size_t size, size_t round)
{
	for (size_t i = 0; i < size; i++)
		message[i] = (char)((round * 31 + i * 7 + i / 251) & 0xff);
}

static void exchange(const struct options *options, struct link_end *end, char *out, char *in,
		     size_t size, size_t round)
{
	if (options->check)
		fill(out, size, round);
	link_send(end, out, size);
	if (!link_receive_all(end, in, size))
		give_up("pingpong", "the server has gone");
	if (options->check && memcmp(out, in, size) != 0)
		give_up("pingpong", "another message came back");
}

static void pingpong(const struct options *options, size_t size)
{
	struct link_pair *pairs = open_links(options, 1);
	int64_t *rounds = allocate(options->rounds, sizeof(*rounds));
	char *out = allocate(size, 1), *in = allocate(size, 1), last;
	pid_t child = start_server(options, serve_pingpong, pairs, 1, size);
	struct link_end *end = &pairs[0].client;
	int64_t limit = (int64_t)(options->seconds * (double)SECOND);
	int64_t start, before, cpu;
	double total;
	size_t count = 0;

	/* A tenth to warm up: the caches, what waiting has learned, the processor's clock. */
	start = now_ns();
	for (size_t i = 0; i < options->rounds / 10 && now_ns() - start < limit / 10; i++)
		exchange(options, end, out, in, size, i);
	cpu = cpu_ns(child);
	start = now_ns();
	before = start;
	while (count < options->rounds && before - start < limit) {
		int64_t now;

		exchange(options, end, out, in, size, count);
		now = now_ns();
		rounds[count++] = now - before;
		before = now;
	}
	cpu = cpu_ns(child) - cpu;
	total = (double)(before - start);
	link_finish(end);
	if (link_receive(end, &last, 1) != 0)
		give_up("pingpong", "more came back than was sent");
	end_server(child, pairs, 1);
	qsort(rounds, count, sizeof(*rounds), compare);
	print_head(options, size);
	printf(",\"rounds\":%zu,\"half_round_trip_ns\":{\"p50\":%.1f,\"p99\":%.1f,\"p999\":%.1f,"
	       "\"mean\":%.1f},\"mb_per_s\":%.3f,\"cpu_us_per_message\":%.3f}\n",
	       count, percentile(rounds, count, 50), percentile(rounds, count, 99),
	       percentile(rounds, count, 99.9), total / (double)count / 2,
	       (double)size * (double)count * 2e3 / total, (double)cpu / 2e3 / (double)count);
	free(out);
	free(in);
	free(rounds);
}

/* --- stream --- */

static void serve_stream(const struct options *options, struct link_pair *pairs, size_t count,
			 size_t size)
{
	char *buffer = allocate(size, 1);

	(void)options;
	(void)count;
	while (link_receive(&pairs[0].server, buffer, size) > 0)
		;
	/* The end has been seen. */
	link_send(&pairs[0].server, "", 1);
	link_finish(&pairs[0].server);
	free(buffer);
}

static void stream(const struct options *options, size_t size)
{
	struct link_pair *pairs = open_links(options, 1);
	char *buffer = allocate(size, 1), last;
	pid_t child = start_server(options, serve_stream, pairs, 1, size);
	struct link_end *end = &pairs[0].client;
	int64_t limit = (int64_t)(options->seconds * (double)SECOND);
	int64_t start = now_ns(), cpu;
	double bytes = 0, total;

	while (now_ns() - start < limit / 10)
		link_send(end, buffer, size);
	cpu = cpu_ns(child);
	start = now_ns();
	do {
		link_send(end, buffer, size);
		bytes += (double)size;
	} while (now_ns() - start < limit);
	link_finish(end);
	if (!link_receive_all(end, &last, 1))
		give_up("stream", "the server has gone");
	total = (double)(now_ns() - start);
	cpu = cpu_ns(child) - cpu;
	end_server(child, pairs, 1);
	print_head(options, size);
	printf(",\"mb_per_s\":%.1f,\"cpu_us_per_mb\":%.2f}\n", bytes * 1e3 / total,
	       (double)cpu * 1e3 / bytes);
	free(buffer);
}

/* --- many --- */

struct worker {
	pthread_t thread;
	struct link_end *end;
	size_t size;
	char padding[64];
	_Atomic uint64_t rounds;	/* by the worker */
	char more_padding[64];
};

static atomic_int done;

static void start_worker(struct worker *worker, void *(*work)(void *), struct link_end *end,
			 size_t size)
{
	int error;

	worker->end = end;
	worker->size = size;
	error = pthread_create(&worker->thread, NULL, work, worker);
	if (error)
		give_up("cannot start a thread", strerror(error));
}

static void join_workers(struct worker *workers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		pthread_join(workers[i].thread, NULL);
	free(workers);
}

static void *serve_one(void *arg)
{
	struct worker *worker = arg;
	char *buffer = allocate(worker->size, 1);

	echo(worker->end, buffer, worker->size);
	free(buffer);
	return NULL;
}

static void serve_many(const struct options *options, struct link_pair *pairs, size_t count,
		       size_t size)
{
	struct worker *workers = allocate(count, sizeof(*workers));

	(void)options;
	for (size_t i = 0; i < count; i++)
		start_worker(&workers[i], serve_one, &pairs[i].server, size);
	join_workers(workers, count);
}

static void *ask_one(void *arg)
{
	struct worker *worker = arg;
	char *out = allocate(worker->size, 1), *in = allocate(worker->size, 1);
	uint64_t rounds = 0;

	while (!atomic_load_explicit(&done, memory_order_relaxed)) {
		link_send(worker->end, out, worker->size);
		if (!link_receive_all(worker->end, in, worker->size))
			give_up("many", "the server has gone");
		atomic_store_explicit(&worker->rounds, ++rounds, memory_order_relaxed);
	}
	link_finish(worker->end);
	free(out);
	free(in);
	return NULL;
}

/* Each worker's, to *out, and their sum. */
static double rounds_so_far(struct worker *workers, size_t count, double *out)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		out[i] = (double)atomic_load_explicit(&workers[i].rounds, memory_order_relaxed);
		sum += out[i];
	}
	return sum;
}

/* What the connection with the fewest got: one that spins may keep all others waiting. */
static double fewest(const double *before, const double *after, size_t count)
{
	double least = after[0] - before[0];

	for (size_t i = 1; i < count; i++)
		if (after[i] - before[i] < least)
			least = after[i] - before[i];
	return least;
}

static void sleep_for(double seconds)
{
	struct timespec left;

	left.tv_sec = (time_t)seconds;
	left.tv_nsec = (long)((seconds - (double)left.tv_sec) * 1e9);
	while (nanosleep(&left, &left) != 0 && errno == EINTR)
		;
}

static void many(const struct options *options, size_t size)
{
	size_t count = options->connections;
	struct link_pair *pairs = open_links(options, count);
	struct worker *workers = allocate(count, sizeof(*workers));
	pid_t child = start_server(options, serve_many, pairs, count, size);
	double *before = allocate(count, sizeof(*before)), *after = allocate(count, sizeof(*after));
	double rounds, total;
	int64_t start, cpu;

	atomic_store(&done, 0);
	for (size_t i = 0; i < count; i++)
		start_worker(&workers[i], ask_one, &pairs[i].client, size);
	sleep_for(options->seconds / 10);
	start = now_ns();
	cpu = cpu_ns(child);
	rounds = -rounds_so_far(workers, count, before);
	sleep_for(options->seconds);
	rounds += rounds_so_far(workers, count, after);
	cpu = cpu_ns(child) - cpu;
	total = (double)(now_ns() - start);
	atomic_store(&done, 1);
	join_workers(workers, count);
	end_server(child, pairs, count);
	print_head(options, size);
	printf(",\"connections\":%zu,\"echoes_per_s\":%.0f,\"messages_per_s\":%.0f,"
	       "\"slowest_connection_echoes_per_s\":%.0f,\"cpu_us_per_message\":%.3f}\n",
	       count, rounds * 1e9 / total, rounds * 2e9 / total,
	       fewest(before, after, count) * 1e9 / total, (double)cpu / 2e3 / rounds);
	free(before);
	free(after);
}

/* Fewer than there are processors, and by both processes together. */
static int most_spinners(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return processors < 4 ? 1 : (int)(processors / 2);
}

int main(int argc, char **argv)
{
	struct options options = {
		.link = {TRANSPORT_RING, WAIT_ADAPTIVE, 2000, 16384},
		.place = PLACE_TWO,
		.rounds = 100000,
		.connections = 32,
		.seconds = 2,
	};

	find_cpus(&options);
	parse(argc, argv, &options);
	wait_limit_spinners(most_spinners());
	for (size_t i = 0; i < options.size_count; i++) {
		if (strcmp(options.bench, "pingpong") == 0)
			pingpong(&options, options.sizes[i]);
		else if (strcmp(options.bench, "stream") == 0)
			stream(&options, options.sizes[i]);
		else
			many(&options, options.sizes[i]);
		fflush(stdout);
	}
	return 0;
}
