/* Memory to share, as files without a name and of a fixed size (memfd_create(2), fcntl(2)). */
#ifndef JFS_MEMORY_H
#define JFS_MEMORY_H

#include <stdint.h>

/*
 * Makes a file of size bytes (1 or more) in memory, sealed so that no process can make it shorter
 * or longer: a mapping of all of it stays valid. It has no pages yet: jfs_memory_allocate() before
 * touching it.
 *
 * Returns 0 and a close-on-exec descriptor, the caller's to close, in *out_descriptor; or an errno
 * value and leaves *out_descriptor alone.
 */
int jfs_memory_create(int64_t size, int *out_descriptor);

/*
 * Allocates the file's pages from offset on for length bytes; existing pages keep their contents. A
 * page that is not allocated here is allocated when touched, and if that fails the process dies of
 * SIGBUS.
 *
 * Returns 0, or an errno value (ENOSPC, ENOMEM: no more memory; EPERM: beyond the file's end); then
 * some of the pages may be there. May take long and cannot be interrupted.
 */
int jfs_memory_allocate(int descriptor, int64_t offset, int64_t length);

/* Gives the pages back; what was in them reads as 0. Returns 0 or an errno value. */
int jfs_memory_punch(int descriptor, int64_t offset, int64_t length);

/*
 * Replaces a shared mapping of size bytes by memory of zeros that is this process's own, so that
 * this process keeps none of the file's pages. The range is mapped at every moment: a late access
 * touches the zeros. The new memory takes no pages before it is touched. It is to be unmapped as
 * the mapping would have been.
 *
 * Returns 0, or an errno value, and then the mapping is as it was.
 */
int jfs_memory_let_go(void *address, int64_t size);

/*
 * Checks that a descriptor from another process is as jfs_memory_create(size, ...) makes it, so
 * that no mapping of it ever extends beyond its end.
 *
 * Returns 0, or EINVAL (no file in memory, or of huge pages, which are not allocated so), ERANGE
 * (another size), EPERM (the size may change), or another errno value.
 */
int jfs_memory_check(int descriptor, int64_t size);

#endif
