/*
 * jfs-baseline: the best that two processes can reach, in C: with JFS's shared-memory ring and
 * several ways to wait, with its ring over RDMA verbs, and with TCP. It prints one line of JSON a
 * result, or answers to commands; see usage() in options.c.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base.h"
#include "link.h"
#include "options.h"
#include "processes.h"
#include "slices.h"

/* Processor time of this process and of the server's, so far. */
static int64_t cpu_ns(pid_t child)
{
	return clock_ns(CLOCK_PROCESS_CPUTIME_ID) + server_cpu_ns(child);
}

/* --- results --- */

static void print_head(const struct options *options, size_t size)
{
	const char *wait = wait_names[options->link.mode];

	if (options->link.transport != TRANSPORT_RING && options->link.mode != WAIT_SPIN)
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

/* Of half a round, since a round goes both ways; the rounds are sorted. */
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

	/* A tenth as a warm-up: of the caches, the adaptive wait, the processor's clock. */
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
	/* The server has seen the end. */
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

/* Writes each worker's rounds to *out, and returns their sum. */
static double rounds_so_far(struct worker *workers, size_t count, double *out)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		out[i] = (double)atomic_load_explicit(&workers[i].rounds, memory_order_relaxed);
		sum += out[i];
	}
	return sum;
}

/* The rounds of the slowest connection: a spinning thread may keep all others waiting. */
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

/* Fewer than there are processors, in both processes together. */
static int most_spinners(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return processors < 4 ? 1 : (int)(processors / 2);
}

int main(int argc, char **argv)
{
	struct options options = {
		.link = {.transport = TRANSPORT_RING,
			 .mode = WAIT_ADAPTIVE,
			 .spins = 2000,
			 .piece = 16384},
		.place = PLACE_TWO,
		.rounds = 100000,
		.connections = 32,
		.seconds = 2,
	};

	parse(argc, argv, &options);
	wait_limit_spinners(most_spinners());
	if (options.slices) {
		slices(&options);
		return 0;
	}
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
