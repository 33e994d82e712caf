#include "fake_calls.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "fake_verbs.h"

struct fake fake;

void fake_misuse(const char *what)
{
	fprintf(stderr, "misused: %s\n", what);
	fake.misuses++;
}

bool fake_fails(void)
{
	if (++fake.calls != fake.fail_at) {
		errno = FAKE_LEFT;
		return false;
	}
	fake.failed = true;
	if (fake.fail_with != 0)
		errno = fake.fail_with;
	return true;
}

int fake_failure(void)
{
	return fake.fail_with != 0 ? fake.fail_with : -1;
}

void fake_fail(unsigned call, int error)
{
	fake.calls = 0;
	fake.fail_at = call;
	fake.fail_with = error;
	fake.failed = false;
}

void *fake_made(size_t size)
{
	void *thing = calloc(1, size);

	if (thing == NULL)
		abort();
	fake.live++;
	return thing;
}

void fake_destroyed(void *thing)
{
	fake.live--;
	free(thing);
}
