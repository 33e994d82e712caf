#include "slice_server.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

static _Noreturn void too_early(void)
{
	give_up("the server", "the client has gone within a slice");
}

static void echo(struct link_end *end, const struct slice_header *slice, char *buffer)
{
	size_t size = (size_t)slice->size;

	for (int32_t i = 0; i < slice->count; i++) {
		if (!link_receive_all(end, buffer, size))
			too_early();
		link_send(end, buffer, size);
	}
}

static void swallow(struct link_end *end, const struct slice_header *slice, char *buffer)
{
	const char done = SLICE_STREAM;
	int64_t left = (int64_t)slice->size * slice->count;

	while (left > 0) {
		size_t most = left < slice->size ? (size_t)left : (size_t)slice->size;
		size_t received = link_receive(end, buffer, most);

		if (received == 0)
			too_early();
		left -= (int64_t)received;
	}
	link_send(end, &done, 1);
}

static void serve_slice(struct link_end *end, const struct slice_header *slice)
{
	const char ready = (char)slice->operation;
	char *buffer = allocate((size_t)slice->size, 1);

	/* Touches its pages before the clock runs. */
	memset(buffer, 0xff, (size_t)slice->size);
	link_send(end, &ready, 1);
	if (slice->operation == SLICE_ECHO)
		echo(end, slice, buffer);
	else
		swallow(end, slice, buffer);
	free(buffer);
}

static void *serve_link(void *arg)
{
	struct link_end *end = arg;
	const enum wait_mode mode = end->options.mode;
	struct slice_header slice;

	for (;;) {
		/*
		 * Meanwhile the harness measures others: a spinning thread would take their
		 * processor.
		 */
		link_wait_by(end, WAIT_FUTEX);
		if (!link_receive_all(end, &slice, sizeof(slice)))
			break;
		link_wait_by(end, mode);
		serve_slice(end, &slice);
	}
	link_finish(end);
	return NULL;
}

void serve_slices(const struct options *options, struct link_pair *pairs, size_t count,
		  size_t size)
{
	pthread_t *threads = allocate(count, sizeof(*threads));

	(void)options;
	(void)size;
	for (size_t i = 0; i < count; i++) {
		int error = pthread_create(&threads[i], NULL, serve_link, &pairs[i].server);

		if (error)
			give_up("cannot start a thread", strerror(error));
	}
	for (size_t i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	free(threads);
}
