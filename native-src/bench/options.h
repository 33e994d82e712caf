/* The command line. */
#ifndef JFS_BENCH_OPTIONS_H
#define JFS_BENCH_OPTIONS_H

#include <stddef.h>

#include "link.h"

#define MOST_SIZES 32

enum place {
	PLACE_TWO,	/* each process on a processor of its own */
	PLACE_FREE,	/* where the kernel puts them */
	PLACE_ONE	/* both on one processor */
};

struct options {
	const char *bench;
	int slices;	/* by commands on standard input */
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

extern const char *const wait_names[];
extern const char *const place_names[];
extern const char *const transport_names[];

/* An error ends the process, with a message. */
void parse(int argc, char **argv, struct options *options);

#endif
