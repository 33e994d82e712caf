#include "jfs/process.h"

#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

#include "check.h"

#define MILLI INT64_C(1000000)
#define BURN (30 * MILLI)

static int64_t nanos_of(clockid_t clock)
{
	struct timespec now;

	if (clock_gettime(clock, &now) != 0)
		return -1;
	return (int64_t)now.tv_sec * 1000 * MILLI + (int64_t)now.tv_nsec;
}

/* Uses BURN of CPU time, by the calling thread's own clock. */
static void *burn(void *unused)
{
	int64_t until = nanos_of(CLOCK_THREAD_CPUTIME_ID) + BURN;

	while (nanos_of(CLOCK_THREAD_CPUTIME_ID) < until)
		;
	return unused;
}

static void never_goes_back(void)
{
	int64_t last = 0;

	for (int i = 0; i < 10000; i++) {
		int64_t now = -1;

		CHECK(jfs_process_cpu_nanos(&now) == 0);
		CHECK(now >= last);
		last = now;
	}
	CHECK(last > 0);
}

/* Ticks are 10 ms, or 1 ms at best. The best of many steps, for a step may contain anything. */
static void is_finer_than_a_clock_tick(void)
{
	int64_t smallest = INT64_MAX;

	for (int i = 0; i < 100; i++) {
		int64_t before = 0, after = 0;

		CHECK(jfs_process_cpu_nanos(&before) == 0);
		do {
			CHECK(jfs_process_cpu_nanos(&after) == 0);
		} while (after == before && check_failures == 0);
		if (after - before < smallest)
			smallest = after - before;
	}
	CHECK(smallest < MILLI);
}

static void counts_every_thread(void)
{
	int64_t before = 0, after = 0;
	pthread_t other;

	CHECK(jfs_process_cpu_nanos(&before) == 0);
	CHECK(pthread_create(&other, NULL, burn, NULL) == 0);
	burn(NULL);
	CHECK(pthread_join(other, NULL) == 0);
	CHECK(jfs_process_cpu_nanos(&after) == 0);
	CHECK(after - before >= 2 * BURN);
}

static void agrees_with_getrusage(void)
{
	struct rusage before, after;
	int64_t ours = -1, low, high;

	CHECK(getrusage(RUSAGE_SELF, &before) == 0);
	CHECK(jfs_process_cpu_nanos(&ours) == 0);
	CHECK(getrusage(RUSAGE_SELF, &after) == 0);
	low = ((int64_t)before.ru_utime.tv_sec + before.ru_stime.tv_sec) * 1000 * MILLI
		+ ((int64_t)before.ru_utime.tv_usec + before.ru_stime.tv_usec) * 1000;
	high = ((int64_t)after.ru_utime.tv_sec + after.ru_stime.tv_sec) * 1000 * MILLI
		+ ((int64_t)after.ru_utime.tv_usec + after.ru_stime.tv_usec) * 1000;
	/* Between the two, but for rounding to microseconds and the kernel's lazy accounting. */
	CHECK(ours >= low - 20 * MILLI);
	CHECK(ours <= high + 20 * MILLI);
}

static void refuses_nowhere_to_write(void)
{
	CHECK(jfs_process_cpu_nanos(NULL) == EINVAL);
}

int main(void)
{
	never_goes_back();
	is_finer_than_a_clock_tick();
	counts_every_thread();
	agrees_with_getrusage();
	refuses_nowhere_to_write();
	return check_result();
}
