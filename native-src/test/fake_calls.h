/* What all calls of the fake have in common: each can fail, and objects and misuses are counted. */
#ifndef JFS_TEST_FAKE_CALLS_H
#define JFS_TEST_FAKE_CALLS_H

#include <stdbool.h>
#include <stddef.h>

/* Counts a use that violates the rules of the real ones. */
void fake_misuse(const char *what);

/* Whether this call is to fail. One that succeeds leaves any errno, and so does a failure of 0. */
bool fake_fails(void);

/* What a function that returns its error returns. */
int fake_failure(void);

/* A new object of zeros; it counts until it is destroyed. */
void *fake_made(size_t size);
void fake_destroyed(void *thing);

#endif
