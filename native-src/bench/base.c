#include "base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void give_up(const char *what, const char *why)
{
	fprintf(stderr, "jfs-baseline: %s: %s\n", what, why);
	exit(2);
}

void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count, size);

	if (memory == NULL)
		give_up("memory", strerror(ENOMEM));
	return memory;
}

int64_t clock_ns(clockid_t clock)
{
	struct timespec now = {0, 0};

	clock_gettime(clock, &now);
	return now.tv_sec * SECOND + now.tv_nsec;
}

int64_t now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}
