#include "wait.h"

#include "jfs/futex.h"

/* The word's value while its owner sleeps on it by futex. */
#define WAITS_BY_FUTEX 2

/*
 * How many waits pass between two tries to spin while spinning does not pay: at first, and at most.
 */
#define FIRST_INTERVAL 64
#define LAST_INTERVAL 4096

/*
 * A failed spin costs several times what a successful one saves. A peer that is preempted now and
 * then is no reason to stop spinning.
 */
#define MOST_CREDIT 64
#define FAILURE_COSTS 8

static atomic_int spinners;
static int most_spinners = 1;

void wait_limit_spinners(int most)
{
	most_spinners = most;
}

void waiter_init(struct waiter *waiter, enum wait_mode mode, int most)
{
	waiter->mode = mode;
	waiter->most = most;
	waiter->credit = MOST_CREDIT;
	waiter->skipped = 0;
	waiter->interval = FIRST_INTERVAL;
}

void wake(_Atomic int32_t *word)
{
	int woken;

	if (atomic_exchange(word, 0) != 0)
		jfs_futex_wake((const int32_t *)word, 1, &woken);
}

static int spin(int looks, int (*ready)(void *arg), void *arg)
{
	for (int i = 0; i < looks; i++) {
		if (ready(arg))
			return 1;
		relax();
	}
	return 0;
}

static void learn(struct waiter *waiter, int paid)
{
	if (waiter->credit == 0) {
		/* That was a try. */
		if (paid) {
			waiter->credit = MOST_CREDIT / 2;
			waiter->interval = FIRST_INTERVAL;
		} else if (waiter->interval < LAST_INTERVAL) {
			waiter->interval *= 2;
		}
	} else if (paid) {
		if (waiter->credit < MOST_CREDIT)
			waiter->credit++;
	} else {
		waiter->credit -= waiter->credit < FAILURE_COSTS ? waiter->credit : FAILURE_COSTS;
	}
}

static int spin_if_it_pays(struct waiter *waiter, int (*ready)(void *arg), void *arg)
{
	int paid = 0;

	if (waiter->credit == 0) {
		if (++waiter->skipped < waiter->interval)
			return 0;
		waiter->skipped = 0;
	}
	if (atomic_fetch_add_explicit(&spinners, 1, memory_order_relaxed) < most_spinners) {
		paid = spin(waiter->most, ready, arg);
		learn(waiter, paid);
	}
	atomic_fetch_sub_explicit(&spinners, 1, memory_order_relaxed);
	return paid;
}

static void sleep_until(_Atomic int32_t *word, int (*ready)(void *arg), void *arg)
{
	for (;;) {
		atomic_store_explicit(word, WAITS_BY_FUTEX, memory_order_relaxed);
		/* As in wake_if_waiting(). */
		atomic_thread_fence(memory_order_seq_cst);
		if (ready(arg))
			break;
		jfs_futex_wait((const int32_t *)word, WAITS_BY_FUTEX, 0);
		if (ready(arg))
			break;
	}
	atomic_store_explicit(word, 0, memory_order_relaxed);
}

void wait_until(struct waiter *waiter, _Atomic int32_t *word, int (*ready)(void *arg), void *arg)
{
	switch (waiter->mode) {
	case WAIT_SPIN:
		while (!ready(arg))
			relax();
		return;
	case WAIT_FUTEX:
		break;
	case WAIT_FIXED:
		if (spin(waiter->most, ready, arg))
			return;
		break;
	case WAIT_ADAPTIVE:
		if (spin_if_it_pays(waiter, ready, arg))
			return;
		break;
	}
	sleep_until(word, ready, arg);
}
