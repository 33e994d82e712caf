#include "jfs/futex.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

#define UNTOUCHED (-4711)
#define MILLISECOND INT64_C(1000000)
#define ROUNDS 100000

static int64_t now_ns(void)
{
	struct timespec now;

	CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void returns_at_once_if_the_word_is_another(void)
{
	int32_t word = 7;

	CHECK(jfs_futex_wait(&word, 8, 0) == 0);
	CHECK(jfs_futex_wait(&word, -7, INT64_MAX) == 0);
}

static void sleeps_for_its_time(void)
{
	int32_t word = INT32_MIN;
	int64_t start = now_ns();

	CHECK(jfs_futex_wait(&word, INT32_MIN, 20 * MILLISECOND) == ETIMEDOUT);
	CHECK(now_ns() - start >= 20 * MILLISECOND);
	CHECK(jfs_futex_wait(&word, INT32_MIN, 1) == ETIMEDOUT);
}

static void refuses_what_is_no_word(void)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *page = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int woken = UNTOUCHED;

	CHECK(page != MAP_FAILED);
	CHECK(jfs_futex_wait((int32_t *)page, 0, 0) == EFAULT);
	CHECK(jfs_futex_wake((int32_t *)page, 1, &woken) == EFAULT);
	CHECK(jfs_futex_wait(NULL, 0, 0) == EFAULT);
	CHECK(mprotect(page, size, PROT_READ | PROT_WRITE) == 0);
	CHECK(jfs_futex_wait((int32_t *)(void *)(page + 1), 0, 0) == EINVAL);
	CHECK(jfs_futex_wake((int32_t *)(void *)(page + 2), 1, &woken) == EINVAL);
	CHECK(woken == UNTOUCHED);
	CHECK(munmap(page, size) == 0);
}

static void wakes_no_thread_where_none_sleeps(void)
{
	int32_t word = 0;
	int woken = UNTOUCHED;

	CHECK(jfs_futex_wake(&word, 0, &woken) == EINVAL);
	CHECK(jfs_futex_wake(&word, -1, &woken) == EINVAL);
	CHECK(jfs_futex_wake(&word, 1, NULL) == EINVAL);
	CHECK(woken == UNTOUCHED);
	CHECK(jfs_futex_wake(&word, INT_MAX, &woken) == 0);
	CHECK(woken == 0);
}

static void *wait_once(void *word)
{
	CHECK(jfs_futex_wait(word, 0, 0) == 0);
	return NULL;
}

/* The word does not change, so each sleeper must be woken. */
static void wakes_as_many_as_it_is_told(void)
{
	pthread_t sleepers[3];
	int32_t word = 0;
	int woken, once = 0, all = 0;

	for (int i = 0; i < 3; i++)
		CHECK(pthread_create(&sleepers[i], NULL, wait_once, &word) == 0);
	while (once == 0) {
		CHECK(jfs_futex_wake(&word, 1, &once) == 0);
		CHECK(once <= 1);
	}
	while (all < 2) {
		CHECK(jfs_futex_wake(&word, INT_MAX, &woken) == 0);
		all += woken;
	}
	CHECK(all == 2);
	for (int i = 0; i < 3; i++)
		CHECK(pthread_join(sleepers[i], NULL) == 0);
}

static void ignore(int signal)
{
	(void)signal;
}

struct interrupted {
	int32_t word;
	atomic_int returned;
};

static void *wait_for_a_signal(void *arg)
{
	struct interrupted *interrupted = arg;

	CHECK(jfs_futex_wait(&interrupted->word, 0, 0) == 0);
	atomic_store(&interrupted->returned, 1);
	return NULL;
}

static void returns_on_a_signal(void)
{
	struct interrupted interrupted = {0};
	struct sigaction action, saved;
	pthread_t sleeper;

	memset(&action, 0, sizeof(action));
	action.sa_handler = ignore;
	CHECK(sigaction(SIGUSR1, &action, &saved) == 0);
	CHECK(pthread_create(&sleeper, NULL, wait_for_a_signal, &interrupted) == 0);
	/* Repeatedly, since the first may come before it sleeps. */
	while (!atomic_load(&interrupted.returned)) {
		CHECK(pthread_kill(sleeper, SIGUSR1) == 0);
		usleep(1000);
	}
	CHECK(pthread_join(sleeper, NULL) == 0);
	CHECK(sigaction(SIGUSR1, &saved, NULL) == 0);
}

/* One direction of a ping-pong: a count, and whether its reader sleeps. */
struct lane {
	_Atomic int32_t count;
	_Atomic int32_t waits;
};

static void put(struct lane *lane, int32_t count)
{
	int woken;

	atomic_store_explicit(&lane->count, count, memory_order_release);
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&lane->waits, memory_order_relaxed) != 0 &&
	    atomic_exchange(&lane->waits, 0) != 0)
		CHECK(jfs_futex_wake((const int32_t *)&lane->waits, 1, &woken) == 0);
}

/* Without a timeout: a lost wake-up hangs the test. */
static void take(struct lane *lane, int32_t count)
{
	while (atomic_load_explicit(&lane->count, memory_order_acquire) != count) {
		atomic_store_explicit(&lane->waits, 1, memory_order_relaxed);
		atomic_thread_fence(memory_order_seq_cst);
		if (atomic_load_explicit(&lane->count, memory_order_acquire) == count) {
			atomic_store(&lane->waits, 0);
			return;
		}
		CHECK(jfs_futex_wait((const int32_t *)&lane->waits, 1, 0) == 0);
	}
}

static void echo(struct lane *lanes, int32_t rounds)
{
	for (int32_t round = 1; round <= rounds; round++) {
		take(&lanes[0], round);
		put(&lanes[1], round);
	}
}

static void *echo_thread(void *lanes)
{
	echo(lanes, ROUNDS);
	return NULL;
}

static void drive(struct lane *lanes, int32_t rounds)
{
	for (int32_t round = 1; round <= rounds; round++) {
		put(&lanes[0], round);
		take(&lanes[1], round);
	}
}

static void loses_no_wake_up_between_threads(void)
{
	struct lane lanes[2] = {{0, 0}, {0, 0}};
	pthread_t other;

	CHECK(pthread_create(&other, NULL, echo_thread, lanes) == 0);
	drive(lanes, ROUNDS);
	CHECK(pthread_join(other, NULL) == 0);
}

/* Each process has the memory at an address of its own. */
static void loses_no_wake_up_between_processes(void)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	int memory = memfd_create("futex_test", MFD_CLOEXEC);
	void *ours, *theirs;
	pid_t child;
	int status;

	CHECK(memory >= 0);
	CHECK(ftruncate(memory, (off_t)size) == 0);
	ours = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
	theirs = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
	CHECK(ours != MAP_FAILED && theirs != MAP_FAILED);
	child = fork();
	CHECK(child >= 0);
	if (child == 0) {
		echo(theirs, ROUNDS / 10);
		_exit(check_result());
	}
	drive(ours, ROUNDS / 10);
	CHECK(waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	CHECK(munmap(ours, size) == 0);
	CHECK(munmap(theirs, size) == 0);
	CHECK(close(memory) == 0);
}

int main(void)
{
	returns_at_once_if_the_word_is_another();
	sleeps_for_its_time();
	refuses_what_is_no_word();
	wakes_no_thread_where_none_sleeps();
	wakes_as_many_as_it_is_told();
	returns_on_a_signal();
	loses_no_wake_up_between_threads();
	loses_no_wake_up_between_processes();
	return check_result();
}
