/* Slices of a benchmark, by commands on standard input, so that they can take turns with others. */
#ifndef JFS_BENCH_SLICES_H
#define JFS_BENCH_SLICES_H

#include "options.h"

/* Returns at the end of input. */
void slices(const struct options *options);

#endif
