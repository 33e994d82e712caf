/* The durations of the rounds of one slice, every one kept, so that percentiles are exact. */
#ifndef JFS_BENCH_SAMPLES_H
#define JFS_BENCH_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

struct samples {
	int64_t *nanos;
	size_t count;
	int64_t first;
	int64_t last;
};

void samples_init(struct samples *samples, size_t room);

void samples_begin(struct samples *samples);

/* Notes that a round has ended, and that the next one begins. */
void samples_lap(struct samples *samples);

/* Adds samples that were taken at the same time; there must be room. */
void samples_join(struct samples *all, const struct samples *one);

/* Writes the answer to the harness; sorts the samples, and there must be some. */
void samples_answer(struct samples *samples, int64_t cpu);

void samples_free(struct samples *samples);

#endif
