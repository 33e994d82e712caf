/* The packets that one end sends to the other, beside the writes. */
#ifndef JFS_VERBS_WIRE_H
#define JFS_VERBS_WIRE_H

#include <stdint.h>

#include "jfs/verbs.h"

/* A message; or the number of bytes written, if the write has no immediate for it. */
#define JFS_VERBS_KIND_MESSAGE 0U
#define JFS_VERBS_KIND_WRITTEN 1U

/* Numbers in network order. */
struct jfs_verbs_packet {
	uint32_t kind;
	uint32_t bytes;		/* written; 0 of a message */
	uint8_t message[JFS_VERBS_MESSAGE];
};

_Static_assert(sizeof(struct jfs_verbs_packet) == 40, "the same everywhere");

/* The size of a packet's memory, so that no two share a cache line. */
#define JFS_VERBS_SLOT 64U

_Static_assert(sizeof(struct jfs_verbs_packet) <= JFS_VERBS_SLOT, "a packet fits");

/* The most bytes that one end may have written and the other has not taken. */
#define JFS_VERBS_MOST_WRITTEN (UINT32_C(1) << 30)

/*
 * A flag in a work request's id: a send, with a count in the lower half. Without it: a receive,
 * with the slot.
 */
#define JFS_VERBS_SENDS (UINT64_C(1) << 32)

#endif
