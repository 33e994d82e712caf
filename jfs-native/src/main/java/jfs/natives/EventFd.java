package jfs.natives;

/**
 * Eventfds that processes share by passing their descriptors; see {@code eventfd(2)}. To be used
 * only while {@link NativeLibrary#isLoaded()}.
 *
 * <p>A thread that waits for one with {@code epoll(7)}, edge-triggered, is woken by each signal,
 * though no thread ever reads it.
 */
public final class EventFd {

  private EventFd() {}

  /**
   * Makes an eventfd that does not block, with a count of 0.
   *
   * @return its descriptor, which a child process does not inherit, to be closed by {@link
   *     MemoryFile#closeFd}; or a negated {@link Errno}
   */
  public static int create() {
    return Natives.eventfdCreate();
  }

  /**
   * Checks whether a descriptor from another process is of an eventfd that does not block. That
   * process can still make it block later.
   *
   * @return 0, or a negated {@link Errno}: {@link Errno#EINVAL} for another kind of file or one
   *     that blocks, {@link Errno#ENOENT} without {@code /proc}
   */
  public static int check(int fd) {
    return Natives.eventfdCheck(fd);
  }
}
