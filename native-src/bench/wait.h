/* How a thread waits for its peer: spinning, asleep on a futex, or the one and then the other. */
#ifndef JFS_BENCH_WAIT_H
#define JFS_BENCH_WAIT_H

#include <stdatomic.h>
#include <stdint.h>

enum wait_mode {
	WAIT_SPIN,	/* spin until the bytes are there */
	WAIT_FUTEX,	/* never spin: sleep */
	WAIT_FIXED,	/* spin so many times, then sleep */
	WAIT_ADAPTIVE	/* the same while it pays, else sleep at once */
};

/* Of one waiting end; only its thread uses it. */
struct waiter {
	enum wait_mode mode;
	int most;	/* looks at the word before sleeping, at most */
	int credit;	/* WAIT_ADAPTIVE: none, and it sleeps at once */
	int skipped;	/* WAIT_ADAPTIVE: waits since spinning was last tried */
	int interval;	/* WAIT_ADAPTIVE: waits until it is tried again */
};

/* Tells the processor, or its other thread, that this one spins. */
static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield" ::: "memory");
#else
	atomic_signal_fence(memory_order_seq_cst);
#endif
}

/*
 * For WAIT_ADAPTIVE: how many threads of this process may spin at a time; to be set before any
 * waits.
 */
void wait_limit_spinners(int most);

void waiter_init(struct waiter *waiter, enum wait_mode mode, int most);

/*
 * Returns when ready(arg) is true: this thread sees it, or the peer has made it true and then woken
 * the word with wake_if_waiting().
 */
void wait_until(struct waiter *waiter, _Atomic int32_t *word, int (*ready)(void *arg), void *arg);

void wake(_Atomic int32_t *word);

/* To be called after storing what the peer may wait for. */
static inline void wake_if_waiting(_Atomic int32_t *word)
{
	/* Either this sees that the peer waits, or the peer sees what was stored. */
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(word, memory_order_relaxed) != 0)
		wake(word);
}

#endif
