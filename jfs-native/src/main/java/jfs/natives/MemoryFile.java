package jfs.natives;

import java.nio.MappedByteBuffer;

/**
 * Files without a name, in memory, that processes share by passing their descriptors; see {@code
 * memfd_create(2)}. To be used only while {@link NativeLibrary#isLoaded()}.
 *
 * <p>Until the descriptor is closed, {@code /proc/self/fd/N} is a path to map the file by. A
 * mapping stays valid without the descriptor.
 */
public final class MemoryFile {

  private MemoryFile() {}

  /**
   * Makes a file of a sealed size, so that all of a mapping of it stays valid. It has no pages:
   * {@link #allocate} those that will be touched.
   *
   * @param size in bytes, at least 1
   * @return its descriptor, which a child process does not inherit, to be closed by {@link
   *     #closeFd}; or a negated {@link Errno}
   */
  public static int createSealed(long size) {
    return Natives.memoryCreate(size);
  }

  /**
   * Allocates the pages of a range of the file; pages that exist keep their contents. Touching a
   * page that was not allocated may kill the JVM, where memory is full. Takes some 100 microseconds
   * for a megabyte.
   *
   * @return 0, or a negated {@link Errno}: {@link Errno#ENOSPC} or {@link Errno#ENOMEM} if memory
   *     is full, and then a part of the range may have its pages; {@link Errno#EPERM} beyond the
   *     end
   */
  public static int allocate(int fd, long offset, long length) {
    return Natives.memoryAllocate(fd, offset, length);
  }

  /**
   * Gives the pages of a range back to the system; what was in them reads as 0.
   *
   * @return 0, or a negated {@link Errno}
   */
  public static int punch(int fd, long offset, long length) {
    return Natives.memoryPunch(fd, offset, length);
  }

  /**
   * Gives up a mapping, of such a file or of one on a tmpfs: it keeps none of the file's pages any
   * more. From then on the buffer is memory of zeros that no other process shares, and a thread
   * that still uses it does no harm. It is unmapped when it is collected.
   *
   * @param mapping all that was mapped, and not a slice
   * @return 0, or a negated {@link Errno}, and the mapping is as it was
   */
  public static int letGo(MappedByteBuffer mapping) {
    return Natives.memoryLetGo(mapping);
  }

  /**
   * Checks whether a descriptor from another process is of such a file, and of that size.
   *
   * @return 0, or a negated {@link Errno}: {@link Errno#EINVAL} for another kind of file, {@link
   *     Errno#ERANGE} for another size, {@link Errno#EPERM} if the size may change
   */
  public static int checkSealed(int fd, long size) {
    return Natives.memoryCheck(fd, size);
  }

  /**
   * Closes a descriptor that a method of this package returned, once only, since the kernel reuses
   * its number at once.
   *
   * @return 0, or a negated {@link Errno}
   */
  public static int closeFd(int fd) {
    return Natives.close(fd);
  }
}
