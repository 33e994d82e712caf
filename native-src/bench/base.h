/* Helpers of all parts of jfs-baseline. */
#ifndef JFS_BENCH_BASE_H
#define JFS_BENCH_BASE_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define SECOND INT64_C(1000000000)

/* Ends the process, with a message. */
_Noreturn void give_up(const char *what, const char *why);

/* Zeroed memory; if there is none, the process ends. */
void *allocate(size_t count, size_t size);

int64_t clock_ns(clockid_t clock);

int64_t now_ns(void);

#endif
