#include "slice_client.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "samples.h"
#include "slice_server.h"

/* As in the Java programs. */
#define MANY_MESSAGE_BYTES 100

static void expect(struct link_end *end, char what)
{
	char got;

	if (!link_receive_all(end, &got, 1) || got != what)
		give_up("slice", "the server is not ready, or not done");
}

static void announce(struct link_end *end, char operation, int32_t size, int32_t count)
{
	const struct slice_header header = {operation, size, count};

	link_send(end, &header, sizeof(header));
	expect(end, operation);
}

static char *new_message(int32_t size)
{
	char *message = allocate((size_t)size, 1);

	for (int32_t i = 0; i < size; i++)
		message[i] = (char)((i * 7 + i / 251) & 0xff);
	return message;
}

static void echo(struct link_end *end, char *sent, char *received, int32_t size, int32_t round)
{
	/* Makes the echo of another message show. */
	sent[0] = (char)(round & 0xff);
	link_send(end, sent, (size_t)size);
	if (!link_receive_all(end, received, (size_t)size))
		give_up("echo", "the server has gone");
	if (received[0] != sent[0])
		give_up("echo", "of another message");
}

static void time_echoes(struct link_end *end, struct samples *samples, int32_t size, int32_t count)
{
	char *sent = new_message(size), *received = new_message(size);

	samples_begin(samples);
	for (int32_t i = 0; i < count; i++) {
		echo(end, sent, received, size, i);
		samples_lap(samples);
	}
	if (memcmp(sent, received, (size_t)size) != 0)
		give_up("echo", "came back changed");
	free(sent);
	free(received);
}

void echo_slice(struct link_end *end, int32_t size, int32_t count)
{
	struct samples samples;
	int64_t cpu;

	samples_init(&samples, (size_t)count);
	announce(end, SLICE_ECHO, size, count);
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	time_echoes(end, &samples, size, count);
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	samples_answer(&samples, cpu);
	samples_free(&samples);
}

void stream_slice(struct link_end *end, int32_t size, int32_t count)
{
	char *sent = new_message(size);
	int64_t cpu, begin, elapsed;

	announce(end, SLICE_STREAM, size, count);
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	begin = now_ns();
	for (int32_t i = 0; i < count; i++)
		link_send(end, sent, (size_t)size);
	expect(end, SLICE_STREAM);
	elapsed = now_ns() - begin;
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	printf("count=%" PRId32 " elapsed=%" PRId64 " cpu=%" PRId64 "\n", count, elapsed, cpu);
	free(sent);
}

/* --- many --- */

struct worker {
	pthread_t thread;
	pthread_barrier_t *barrier;	/* of all workers and the thread that started them */
	struct link_end *end;
	struct samples samples;
	int32_t count;
};

static void *work(void *arg)
{
	struct worker *worker = arg;

	samples_init(&worker->samples, (size_t)worker->count);
	announce(worker->end, SLICE_ECHO, MANY_MESSAGE_BYTES, worker->count);
	pthread_barrier_wait(worker->barrier);
	time_echoes(worker->end, &worker->samples, MANY_MESSAGE_BYTES, worker->count);
	pthread_barrier_wait(worker->barrier);
	return NULL;
}

void many_slice(struct link_pair *pairs, size_t links, int32_t count)
{
	struct worker *workers = allocate(links, sizeof(*workers));
	const int32_t share = count / (int32_t)links, each = share > 0 ? share : 1;
	pthread_barrier_t barrier;
	struct samples all;
	int64_t cpu;
	int error = pthread_barrier_init(&barrier, NULL, (unsigned)links + 1);

	for (size_t i = 0; i < links && !error; i++) {
		workers[i].barrier = &barrier;
		workers[i].end = &pairs[i].client;
		workers[i].count = each;
		error = pthread_create(&workers[i].thread, NULL, work, &workers[i]);
	}
	if (error)
		give_up("cannot start a thread", strerror(error));
	pthread_barrier_wait(&barrier);
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	pthread_barrier_wait(&barrier);
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	samples_init(&all, links * (size_t)each);
	for (size_t i = 0; i < links; i++) {
		pthread_join(workers[i].thread, NULL);
		samples_join(&all, &workers[i].samples);
		samples_free(&workers[i].samples);
	}
	samples_answer(&all, cpu);
	samples_free(&all);
	pthread_barrier_destroy(&barrier);
	free(workers);
}
