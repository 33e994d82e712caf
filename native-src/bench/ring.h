/*
 * One direction of a connection in shared memory, laid out as in JFS's Java code: a control block
 * with one writer for each cache line, and one chunk that is written round and round.
 */
#ifndef JFS_BENCH_RING_H
#define JFS_BENCH_RING_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "wait.h"

struct ring_control {
	/* By the sender. */
	_Atomic int64_t tail;		/* bytes ever put into the ring */
	char after_tail[120];
	/* By the receiver. */
	_Atomic int64_t head;		/* bytes ever taken */
	char after_head[120];
	/* Read by the sender after each operation, together with what seldom changes. */
	_Atomic int32_t receiver_waits;
	_Atomic int32_t receiver_state;
	_Atomic int32_t receive_buffer;
	char after_receiver[116];
	/* The same for the receiver. */
	_Atomic int32_t sender_waits;
	_Atomic int32_t sender_state;
	_Atomic int64_t switch_at;
	_Atomic int32_t decision;
	char after_sender[108];
};

_Static_assert(offsetof(struct ring_control, tail) == 0, "layout");
_Static_assert(offsetof(struct ring_control, head) == 128, "layout");
_Static_assert(offsetof(struct ring_control, receiver_waits) == 256, "layout");
_Static_assert(offsetof(struct ring_control, receiver_state) == 260, "layout");
_Static_assert(offsetof(struct ring_control, receive_buffer) == 264, "layout");
_Static_assert(offsetof(struct ring_control, sender_waits) == 384, "layout");
_Static_assert(offsetof(struct ring_control, sender_state) == 388, "layout");
_Static_assert(offsetof(struct ring_control, switch_at) == 392, "layout");
_Static_assert(offsetof(struct ring_control, decision) == 400, "layout");
_Static_assert(sizeof(struct ring_control) == 512, "layout");

#define RING_CHUNK 262144
#define RING_CAPACITY (RING_CHUNK - 64)

struct ring_chunk {
	_Atomic int64_t end;
	_Atomic int64_t next;
	char after_header[48];
	unsigned char data[RING_CAPACITY];
};

_Static_assert(sizeof(struct ring_chunk) == RING_CHUNK, "layout");

struct ring {
	struct ring_control control;
	struct ring_chunk chunk;
};

/* What one end knows of its ring: its own position, and what it has seen last of the other's. */
struct ring_end {
	struct ring *ring;
	struct waiter waiter;
	int64_t tail;
	int64_t head;
	size_t index;	/* in the chunk's data */
};

void ring_end_init(struct ring_end *end, struct ring *ring, enum wait_mode mode, int spins);

/* Puts all bytes into the ring, at most piece bytes at a time. */
void ring_send(struct ring_end *end, const void *bytes, size_t length, size_t piece);

/* Ends the direction. */
void ring_finish(struct ring_end *end);

/* Takes up to length bytes, at least 1; returns how many, or 0 when nothing more will come. */
size_t ring_receive(struct ring_end *end, void *bytes, size_t length);

#endif
