/*
 * The unit tests' only tool: CHECK(condition) reports a condition that does not hold and goes on;
 * main returns check_result(). Not assert(), which does nothing with NDEBUG and stops at the first
 * failure.
 */
#ifndef JFS_TEST_CHECK_H
#define JFS_TEST_CHECK_H

#include <stdio.h>

/* Weak: one for all files of a test. */
__attribute__((weak)) int check_failures;

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			check_failures++; \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
		} \
	} while (0)

/* The exit status of a test program. */
static inline int check_result(void)
{
	return check_failures == 0 ? 0 : 1;
}

#endif
