/* The client of slices; any error in here ends the process, with a message. */
#ifndef JFS_BENCH_SLICE_CLIENT_H
#define JFS_BENCH_SLICE_CLIENT_H

#include <stddef.h>
#include <stdint.h>

#include "link.h"

/* Times echoes and writes the answer. */
void echo_slice(struct link_end *end, int32_t size, int32_t count);

/* Times a stream one way, until the server has said that it has all, and writes the answer. */
void stream_slice(struct link_end *end, int32_t size, int32_t count);

/* Times echoes on all links at once, a thread for each, and writes the answer. */
void many_slice(struct link_pair *pairs, size_t links, int32_t count);

#endif
