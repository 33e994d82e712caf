#include "jfs/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Since Linux 6.3, where the kernel warns of a memfd without it, or even refuses one. */
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)

/*
 * So that a call takes a few hundred microseconds at most, and completes between a profiler's
 * signals.
 */
#define ALLOCATE_AT_ONCE (INT64_C(1) << 20)

/* A page, of most machines: less is no faster, even where a slow one is met by many signals. */
#define LEAST_AT_ONCE 4096

/* memfd_create(2) came to glibc in 2.27, and to Linux in 3.17. */
static int new_memory(const char *name, unsigned int flags)
{
	return (int)syscall(SYS_memfd_create, name, flags);
}

/* fstat(3), which glibc has as a function only since 2.33. */
static int status(int descriptor, struct stat *out)
{
#if defined(__LP64__) && (defined(__x86_64__) || defined(__aarch64__))
	/* Here, glibc's struct stat is the kernel's. */
	return (int)syscall(SYS_fstat, descriptor, out);
#else
	return fstat(descriptor, out);
#endif
}

static int create(const char *name, int64_t size, int *out_descriptor)
{
	int descriptor, error;

	if (size < 1 || out_descriptor == NULL)
		return EINVAL;
	descriptor = new_memory(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
	if (descriptor < 0 && errno == EINVAL)
		descriptor = new_memory(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (descriptor < 0)
		return errno;
	if (ftruncate(descriptor, size) != 0) {
		error = errno;
		goto close_descriptor;
	}
	if (fcntl(descriptor, F_ADD_SEALS, SEALS) != 0) {
		error = errno;
		goto close_descriptor;
	}
	*out_descriptor = descriptor;
	return 0;

close_descriptor:
	close(descriptor);
	return error;
}

int jfs_memory_create(int64_t size, int *out_descriptor)
{
	return create("jfs", size, out_descriptor);
}

int jfs_memory_allocate(int descriptor, int64_t offset, int64_t length)
{
	int64_t end, most = ALLOCATE_AT_ONCE;

	if (offset < 0 || length < 1 || __builtin_add_overflow(offset, length, &end))
		return EINVAL;
	while (offset < end) {
		int64_t piece = end - offset < most ? end - offset : most;

		if (fallocate(descriptor, 0, offset, piece) == 0)
			offset += piece;
		else if (errno != EINTR)
			return errno;
		else if (most > LEAST_AT_ONCE)
			most /= 2; /* too much for the time between two signals */
	}
	return 0;
}

int jfs_memory_punch(int descriptor, int64_t offset, int64_t length)
{
	while (fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length))
		if (errno != EINTR)
			return errno;
	return 0;
}

int jfs_memory_let_go(void *address, int64_t size)
{
	int descriptor, error;

	if (address == NULL || (uintptr_t)address % (uintptr_t)sysconf(_SC_PAGESIZE) != 0)
		return EINVAL;
	/*
	 * Memory of a file: with private memory the kernel checks the commit limit only after it
	 * has removed the old mapping, and a refusal would leave a hole.
	 */
	error = create("jfs-let-go", size, &descriptor);
	if (error)
		return error;
	if (mmap(address, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor,
		 0) == MAP_FAILED)
		error = errno;
	close(descriptor);
	return error;
}

int jfs_memory_check(int descriptor, int64_t size)
{
	struct statfs filesystem;
	struct stat file;
	int seals;

	if (fstatfs(descriptor, &filesystem) != 0)
		return errno;
	if (filesystem.f_type != TMPFS_MAGIC)
		return EINVAL;
	/* The seals before the size: without them the size may change at any moment. */
	seals = fcntl(descriptor, F_GET_SEALS);
	if (seals < 0)
		return errno;
	if ((seals & SEALS) != SEALS)
		return EPERM;
	if (status(descriptor, &file) != 0)
		return errno;
	if (!S_ISREG(file.st_mode))
		return EINVAL;
	return file.st_size == size ? 0 : ERANGE;
}
