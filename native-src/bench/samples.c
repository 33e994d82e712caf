#include "samples.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

void samples_init(struct samples *samples, size_t room)
{
	samples->nanos = allocate(room, sizeof(*samples->nanos));
	/* The kernel gives a page at the first write to it: do that before the clock runs. */
	memset(samples->nanos, 0xff, room * sizeof(*samples->nanos));
	samples->count = 0;
	samples->first = INT64_MAX;
	samples->last = INT64_MIN;
}

void samples_begin(struct samples *samples)
{
	samples->first = now_ns();
	samples->last = samples->first;
}

void samples_lap(struct samples *samples)
{
	int64_t now = now_ns();

	samples->nanos[samples->count++] = now - samples->last;
	samples->last = now;
}

void samples_join(struct samples *all, const struct samples *one)
{
	memcpy(all->nanos + all->count, one->nanos, one->count * sizeof(*one->nanos));
	all->count += one->count;
	if (one->first < all->first)
		all->first = one->first;
	if (one->last > all->last)
		all->last = one->last;
}

static int compare(const void *one, const void *other)
{
	int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;

	return (a > b) - (a < b);
}

/* The least sample that at least this share of all does not exceed (nearest rank). */
static int64_t percentile(const struct samples *samples, size_t permille)
{
	return samples->nanos[(samples->count * permille + 999) / 1000 - 1];
}

void samples_answer(struct samples *samples, int64_t cpu)
{
	qsort(samples->nanos, samples->count, sizeof(*samples->nanos), compare);
	printf("count=%zu elapsed=%" PRId64 " p50=%" PRId64 " p90=%" PRId64 " p99=%" PRId64 " p999=%" PRId64
	       " cpu=%" PRId64 "\n",
	       samples->count, samples->last - samples->first, percentile(samples, 500),
	       percentile(samples, 900), percentile(samples, 990), percentile(samples, 999), cpu);
}

void samples_free(struct samples *samples)
{
	free(samples->nanos);
}
