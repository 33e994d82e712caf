/* The server of slices, and the header that a client sends before each slice. */
#ifndef JFS_BENCH_SLICE_SERVER_H
#define JFS_BENCH_SLICE_SERVER_H

#include <stddef.h>
#include <stdint.h>

#include "link.h"
#include "options.h"

#define SLICE_ECHO 1
#define SLICE_STREAM 2

/* The server answers it with one byte, the operation, when it is ready. */
struct slice_header {
	int32_t operation;
	int32_t size;
	int32_t count;
};

/* Serves each of count links, in a thread of its own, until its client is done. */
void serve_slices(const struct options *options, struct link_pair *pairs, size_t count,
		  size_t size);

#endif
