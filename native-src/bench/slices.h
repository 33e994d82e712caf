/* Slices of a benchmark, as commands on standard input say: so they can take turns with others. */
#ifndef JFS_BENCH_SLICES_H
#define JFS_BENCH_SLICES_H

#include "options.h"

/* Returns at the end of input. */
void slices(const struct options *options);

#endif
