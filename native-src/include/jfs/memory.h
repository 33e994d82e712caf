/* Memory to share, as files without a name whose size is fixed (memfd_create(2), fcntl(2)). */
#ifndef JFS_MEMORY_H
#define JFS_MEMORY_H

#include <stdint.h>

/*
 * Makes a file of size bytes (1 or more) in memory that nobody can make shorter or longer, so that
 * a mapping of all of it stays one. It has no pages yet: jfs_memory_allocate() before touching it.
 *
 * Returns 0 and a close-on-exec descriptor, the caller's to close, in *out_descriptor; or an errno
 * value and leaves *out_descriptor alone.
 */
int jfs_memory_create(int64_t size, int *out_descriptor);

/*
 * Gives the file pages from offset on for length bytes; those that it has keep their contents. A
 * page that is not allocated here is allocated when touched, and if that fails the process dies of
 * SIGBUS.
 *
 * Returns 0, or an errno value (ENOSPC, ENOMEM: no more memory; EPERM: beyond the file's end); then
 * some of the pages may be there. Takes its time and cannot be interrupted.
 */
int jfs_memory_allocate(int descriptor, int64_t offset, int64_t length);

/* Gives the pages back; what was in them reads as 0. Returns 0 or an errno value. */
int jfs_memory_punch(int descriptor, int64_t offset, int64_t length);

/*
 * Lets go of a shared mapping of size bytes: the file may lose its pages as far as this process is
 * concerned. In its place is memory of 0, this process's own, at every moment: a thread that comes
 * too late touches that. It takes no pages before it is touched. To be unmapped as the mapping was.
 *
 * Returns 0, or an errno value, and then the mapping is as it was.
 */
int jfs_memory_let_go(void *address, int64_t size);

/*
 * Is a descriptor from elsewhere what jfs_memory_create(size, ...) makes, so that no mapping of it
 * is ever beyond its end?
 *
 * Returns 0, or EINVAL (no file in memory, or of huge pages, which are not allocated so), ERANGE
 * (another size), EPERM (the size may change), or another errno value.
 */
int jfs_memory_check(int descriptor, int64_t size);

#endif
