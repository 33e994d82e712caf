#include "jfs/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define UNTOUCHED (-4711)
#define SIZE INT64_C(1048576)

/* A file that its owner makes shorter, and only then seals, when its seals are looked at; or -1. */
static int sealed_late = -1;

/* What fallocate(2) gets done before a signal comes; 0 for all. */
static off_t most_between_signals;

int __real_fallocate(int descriptor, int mode, off_t offset, off_t length);
int __wrap_fallocate(int descriptor, int mode, off_t offset, off_t length);
int __wrap_fallocate64(int descriptor, int mode, off_t offset, off_t length);

int __wrap_fallocate(int descriptor, int mode, off_t offset, off_t length)
{
	if (most_between_signals && length > most_between_signals) {
		errno = EINTR;
		return -1;
	}
	return __real_fallocate(descriptor, mode, offset, length);
}

int __wrap_fallocate64(int descriptor, int mode, off_t offset, off_t length)
{
	return __wrap_fallocate(descriptor, mode, offset, length);
}

/* The linker puts the second and the third in the place of fcntl(2), under the names that it has. */
int __real_fcntl(int descriptor, int command, ...);
int __wrap_fcntl(int descriptor, int command, ...);
int __wrap_fcntl64(int descriptor, int command, ...);

static int after_the_owner(int descriptor, int command, va_list arguments)
{
	const int late = sealed_late;

	if (command == F_GET_SEALS && late >= 0) {
		sealed_late = -1;
		CHECK(ftruncate(late, SIZE / 2) == 0);
		CHECK(__real_fcntl(late, F_ADD_SEALS,
				   F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0);
	}
	if (command == F_ADD_SEALS)
		return __real_fcntl(descriptor, command, va_arg(arguments, int));
	return __real_fcntl(descriptor, command);
}

int __wrap_fcntl(int descriptor, int command, ...)
{
	va_list arguments;
	int result;

	va_start(arguments, command);
	result = after_the_owner(descriptor, command, arguments);
	va_end(arguments);
	return result;
}

int __wrap_fcntl64(int descriptor, int command, ...)
{
	va_list arguments;
	int result;

	va_start(arguments, command);
	result = after_the_owner(descriptor, command, arguments);
	va_end(arguments);
	return result;
}

static int64_t allocated(int descriptor)
{
	struct stat file;

	CHECK(fstat(descriptor, &file) == 0);
	return file.st_blocks * 512;
}

static int made(int64_t size)
{
	int descriptor = UNTOUCHED;

	CHECK(jfs_memory_create(size, &descriptor) == 0);
	CHECK(descriptor >= 0);
	return descriptor;
}

static void makes_a_file_whose_size_is_fixed(void)
{
	int descriptor = made(SIZE);
	struct stat file;

	CHECK(fstat(descriptor, &file) == 0);
	CHECK(file.st_size == SIZE);
	CHECK(file.st_blocks == 0);
	CHECK((fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0);
	CHECK(ftruncate(descriptor, 0) != 0 && errno == EPERM);
	CHECK(ftruncate(descriptor, SIZE + 1) != 0 && errno == EPERM);
	CHECK(fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE) != 0 && errno == EPERM);
	CHECK(jfs_memory_check(descriptor, SIZE) == 0);
	CHECK(close(descriptor) == 0);
}

static void refuses_a_size_that_is_none(void)
{
	int descriptor = UNTOUCHED;

	CHECK(jfs_memory_create(0, &descriptor) == EINVAL);
	CHECK(jfs_memory_create(-1, &descriptor) == EINVAL);
	CHECK(jfs_memory_create(SIZE, NULL) == EINVAL);
	CHECK(descriptor == UNTOUCHED);
}

static void ignore(int signal)
{
	(void)signal;
}

static void handle(int signal, struct sigaction *saved)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = ignore;
	CHECK(sigaction(signal, &action, saved) == 0);
}

/*
 * The descriptor exists when the size proves to be too large; the next descriptor must have the
 * same number.
 */
static void leaks_nothing_when_it_fails(void)
{
	int before = made(1), after, descriptor = UNTOUCHED;
	struct rlimit saved, lowered;
	struct sigaction action;

	CHECK(close(before) == 0);
	handle(SIGXFSZ, &action);
	CHECK(getrlimit(RLIMIT_FSIZE, &saved) == 0);
	lowered = saved;
	lowered.rlim_cur = SIZE;
	CHECK(setrlimit(RLIMIT_FSIZE, &lowered) == 0);
	CHECK(jfs_memory_create(SIZE + 1, &descriptor) == EFBIG);
	CHECK(setrlimit(RLIMIT_FSIZE, &saved) == 0);
	CHECK(sigaction(SIGXFSZ, &action, NULL) == 0);
	CHECK(descriptor == UNTOUCHED);
	after = made(1);
	CHECK(after == before);
	CHECK(close(after) == 0);
}

static void allocates_and_gives_back(void)
{
	int descriptor = made(SIZE);
	char *memory;

	CHECK(jfs_memory_allocate(descriptor, 0, 65536) == 0);
	CHECK(allocated(descriptor) >= 65536);
	memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
	CHECK(memory != MAP_FAILED);
	memory[0] = 'a';
	memory[65535] = 'b';
	CHECK(jfs_memory_allocate(descriptor, 0, SIZE) == 0);
	CHECK(allocated(descriptor) == SIZE);
	CHECK(memory[0] == 'a' && memory[65535] == 'b' && memory[65536] == 0);
	CHECK(jfs_memory_punch(descriptor, 0, SIZE) == 0);
	CHECK(allocated(descriptor) == 0);
	CHECK(memory[0] == 0);
	CHECK(jfs_memory_check(descriptor, SIZE) == 0);
	CHECK(munmap(memory, SIZE) == 0);
	CHECK(close(descriptor) == 0);
}

/* What is left is memory that no other process sees, and the file goes with its last mapping. */
static void lets_go_of_a_mapping(void)
{
	int descriptor = made(SIZE);
	char *memory, *other;

	CHECK(jfs_memory_allocate(descriptor, 0, SIZE) == 0);
	memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
	other = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
	CHECK(memory != MAP_FAILED && other != MAP_FAILED);
	memory[0] = 'a';
	CHECK(jfs_memory_let_go(memory, SIZE) == 0);
	CHECK(memory[0] == 0 && memory[SIZE - 1] == 0 && other[0] == 'a');
	memory[0] = 'b';
	CHECK(memory[0] == 'b' && other[0] == 'a');
	CHECK(jfs_memory_let_go(memory, SIZE) == 0);
	CHECK(memory[0] == 0);
	CHECK(jfs_memory_let_go(NULL, SIZE) == EINVAL);
	CHECK(jfs_memory_let_go(memory + 1, SIZE) == EINVAL);
	CHECK(jfs_memory_let_go(memory, 0) == EINVAL);
	CHECK(munmap(memory, SIZE) == 0);
	CHECK(munmap(other, SIZE) == 0);
	CHECK(close(descriptor) == 0);
}

static void refuses_a_range_that_is_none(void)
{
	int descriptor = made(SIZE);

	CHECK(jfs_memory_allocate(descriptor, -1, 1) == EINVAL);
	CHECK(jfs_memory_allocate(descriptor, 0, 0) == EINVAL);
	CHECK(jfs_memory_allocate(descriptor, 0, -1) == EINVAL);
	CHECK(jfs_memory_allocate(descriptor, INT64_MAX, 2) == EINVAL);
	CHECK(jfs_memory_allocate(descriptor, 0, SIZE + 1) == EPERM);
	CHECK(jfs_memory_allocate(descriptor, SIZE, 1) == EPERM);
	CHECK(jfs_memory_punch(descriptor, -1, 1) == EINVAL);
	CHECK(jfs_memory_punch(descriptor, 0, 0) == EINVAL);
	CHECK(close(descriptor) == 0);
	CHECK(jfs_memory_allocate(descriptor, 0, 1) == EBADF);
	CHECK(jfs_memory_punch(descriptor, 0, 1) == EBADF);
}

/* As under a profiler: fallocate(2) undoes all its work when a signal comes. */
static void allocates_between_signals(void)
{
	const int64_t size = 32 * SIZE;
	const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
	struct sigaction saved;
	int descriptor = made(size);

	handle(SIGALRM, &saved);
	CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
	CHECK(jfs_memory_allocate(descriptor, 0, size) == 0);
	CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
	CHECK(sigaction(SIGALRM, &saved, NULL) == 0);
	CHECK(allocated(descriptor) == size);
	CHECK(close(descriptor) == 0);
}

/* As on a machine that is slow, or under a profiler that looks often. */
static void allocates_less_at_once_if_signals_come_sooner(void)
{
	const int64_t size = 3 * SIZE;
	int descriptor = made(size);

	most_between_signals = SIZE / 100;
	CHECK(jfs_memory_allocate(descriptor, 0, size) == 0);
	most_between_signals = 0;
	CHECK(allocated(descriptor) == size);
	CHECK(close(descriptor) == 0);
}

static void refuses_what_it_did_not_make(void)
{
	char name[] = "/tmp/jfs-memory-test-XXXXXX";
	int pipes[2], growing, unsealed, file;

	growing = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	CHECK(ftruncate(growing, SIZE) == 0);
	CHECK(jfs_memory_check(growing, SIZE) == EPERM);
	CHECK(fcntl(growing, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) == 0);
	CHECK(jfs_memory_check(growing, SIZE) == EPERM);
	CHECK(close(growing) == 0);

	unsealed = memfd_create("test", MFD_CLOEXEC);
	CHECK(ftruncate(unsealed, SIZE) == 0);
	CHECK(jfs_memory_check(unsealed, SIZE) == EPERM);
	CHECK(close(unsealed) == 0);

	/* On a tmpfs or another file system. */
	file = mkstemp(name);
	CHECK(file >= 0);
	CHECK(unlink(name) == 0);
	CHECK(ftruncate(file, SIZE) == 0);
	CHECK(jfs_memory_check(file, SIZE) == EINVAL || jfs_memory_check(file, SIZE) == EPERM);
	CHECK(close(file) == 0);

	CHECK(pipe2(pipes, O_CLOEXEC) == 0);
	CHECK(jfs_memory_check(pipes[0], 0) == EINVAL);
	CHECK(jfs_memory_allocate(pipes[0], 0, 1) == EBADF);
	CHECK(jfs_memory_allocate(pipes[1], 0, 1) == ESPIPE);
	CHECK(close(pipes[0]) == 0 && close(pipes[1]) == 0);
	CHECK(jfs_memory_check(pipes[0], 0) == EBADF);
	CHECK(jfs_memory_check(-1, 0) == EBADF);
}

static void refuses_another_size(void)
{
	int descriptor = made(SIZE);

	CHECK(jfs_memory_check(descriptor, SIZE - 1) == ERANGE);
	CHECK(jfs_memory_check(descriptor, SIZE + 1) == ERANGE);
	CHECK(jfs_memory_check(descriptor, -SIZE) == ERANGE);
	CHECK(close(descriptor) == 0);
}

/* A hostile peer's: it has the right size until the last moment when that can change. */
static void refuses_a_file_that_gets_shorter_before_it_is_sealed(void)
{
	int file = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	CHECK(ftruncate(file, SIZE) == 0);
	sealed_late = file;
	/* EPERM where the library calls fcntl(2) by a name with a version, which is not replaced. */
	CHECK(jfs_memory_check(file, SIZE) == (sealed_late < 0 ? ERANGE : EPERM));
	sealed_late = -1;
	CHECK(close(file) == 0);
}

static int put(const char *file, const char *text)
{
	int descriptor = open(file, O_WRONLY | O_CLOEXEC);
	ssize_t written;

	if (descriptor < 0)
		return 0;
	written = write(descriptor, text, strlen(text));
	return close(descriptor) == 0 && written == (ssize_t)strlen(text);
}

/* A private, small /tmp; false where the test may not mount one. */
static int mounts_a_megabyte(void)
{
	char users[32], groups[32];

	snprintf(users, sizeof(users), "0 %u 1", (unsigned)geteuid());
	snprintf(groups, sizeof(groups), "0 %u 1", (unsigned)getegid());
	return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && put("/proc/self/setgroups", "deny") &&
	       put("/proc/self/uid_map", users) && put("/proc/self/gid_map", groups) &&
	       mount("none", "/tmp", "tmpfs", 0, "size=1m") == 0;
}

/* In a separate file system, since the kernel's own mount of such files has no limit. */
static void says_that_memory_is_full(void)
{
	pid_t child = fork();
	int status;

	CHECK(child >= 0);
	if (child == 0) {
		int file;

		if (!mounts_a_megabyte()) {
			fprintf(stderr, "not tested: a full file system\n");
			_exit(0);
		}
		file = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
		CHECK(file >= 0);
		CHECK(jfs_memory_allocate(file, 0, 2 * SIZE) == ENOSPC);
		CHECK(jfs_memory_punch(file, 0, 2 * SIZE) == 0);
		CHECK(jfs_memory_allocate(file, 0, SIZE / 2) == 0);
		_exit(check_result());
	}
	CHECK(waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
	makes_a_file_whose_size_is_fixed();
	refuses_a_size_that_is_none();
	leaks_nothing_when_it_fails();
	allocates_and_gives_back();
	lets_go_of_a_mapping();
	refuses_a_range_that_is_none();
	allocates_between_signals();
	allocates_less_at_once_if_signals_come_sooner();
	refuses_what_it_did_not_make();
	refuses_another_size();
	refuses_a_file_that_gets_shorter_before_it_is_sealed();
	says_that_memory_is_full();
	return check_result();
}
