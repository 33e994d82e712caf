#include "ring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIN 1

/*
 * A sleeping sender is woken when the ring is half empty: if each byte woke it, the two would take
 * turns.
 */
#define ROOM_WORTH_WAKING (RING_CAPACITY / 2)

void ring_end_init(struct ring_end *end, struct ring *ring, enum wait_mode mode, int spins)
{
	end->ring = ring;
	end->tail = 0;
	end->head = 0;
	end->index = 0;
	waiter_init(&end->waiter, mode, spins);
}

static int64_t used(const struct ring_end *end)
{
	int64_t bytes = end->tail - end->head;

	if (bytes < 0 || bytes > RING_CAPACITY) {
		fprintf(stderr, "jfs-baseline: the ring is corrupt\n");
		abort();
	}
	return bytes;
}

static int64_t room(struct ring_end *end)
{
	end->head = atomic_load_explicit(&end->ring->control.head, memory_order_acquire);
	return RING_CAPACITY - used(end);
}

static int has_room(void *arg)
{
	return room(arg) >= ROOM_WORTH_WAKING;
}

static int has_bytes_or_end(void *arg)
{
	struct ring_end *end = arg;
	struct ring_control *control = &end->ring->control;
	/* Read before the tail, since the sender stores the last bytes before the end. */
	int finished = atomic_load_explicit(&control->sender_state, memory_order_acquire) & FIN;

	end->tail = atomic_load_explicit(&control->tail, memory_order_acquire);
	return used(end) > 0 || finished;
}

static size_t least(size_t one, size_t other)
{
	return one < other ? one : other;
}

/* Advances by length, round the chunk; returns how many bytes come before its end. */
static size_t advance(struct ring_end *end, size_t length)
{
	size_t first = least(length, RING_CAPACITY - end->index);

	end->index += length;
	if (end->index >= RING_CAPACITY)
		end->index -= RING_CAPACITY;
	return first;
}

void ring_send(struct ring_end *end, const void *bytes, size_t length, size_t piece)
{
	struct ring_control *control = &end->ring->control;
	unsigned char *data = end->ring->chunk.data;
	const unsigned char *from = bytes;

	while (length > 0) {
		size_t now = least(length, piece), start, first;
		int64_t left = RING_CAPACITY - used(end);

		if (left < (int64_t)now)
			left = room(end);
		if (left == 0) {
			wait_until(&end->waiter, &control->sender_waits, has_room, end);
			continue;
		}
		now = least(now, (size_t)left);
		start = end->index;
		first = advance(end, now);
		memcpy(data + start, from, first);
		memcpy(data, from + first, now - first);
		end->tail += (int64_t)now;
		atomic_store_explicit(&control->tail, end->tail, memory_order_release);
		wake_if_waiting(&control->receiver_waits);
		from += now;
		length -= now;
	}
}

void ring_finish(struct ring_end *end)
{
	atomic_store_explicit(&end->ring->control.sender_state, FIN, memory_order_release);
	wake_if_waiting(&end->ring->control.receiver_waits);
}

size_t ring_receive(struct ring_end *end, void *bytes, size_t length)
{
	struct ring_control *control = &end->ring->control;
	const unsigned char *data = end->ring->chunk.data;
	size_t start, first, now;

	if (used(end) == 0)
		end->tail = atomic_load_explicit(&control->tail, memory_order_acquire);
	if (used(end) == 0) {
		if (!has_bytes_or_end(end))
			wait_until(&end->waiter, &control->receiver_waits, has_bytes_or_end, end);
		if (used(end) == 0)
			return 0;
	}
	now = least(length, (size_t)used(end));
	start = end->index;
	first = advance(end, now);
	memcpy(bytes, data + start, first);
	memcpy((unsigned char *)bytes + first, data, now - first);
	end->head += (int64_t)now;
	atomic_store_explicit(&control->head, end->head, memory_order_release);
	/* As in wake_if_waiting(). */
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&control->sender_waits, memory_order_relaxed) != 0 &&
	    RING_CAPACITY - used(end) >= ROOM_WORTH_WAKING)
		wake(&control->sender_waits);
	return now;
}
