package jfs.rdma;

import java.io.IOException;
import java.io.Serial;
import jfs.natives.Errno;

/** A call of the native library's has failed. */
final class VerbsException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  private final int errno;

  /**
   * By an errno value, positive.
   *
   * @param what was called for
   */
  VerbsException(String what, int errno) {
    super(what + ": " + Errno.name(errno));
    this.errno = errno;
  }

  /** Whether this is for want of means of this host, and not for the peer or the way there. */
  static boolean isLack(IOException e) {
    return e instanceof VerbsException verbs && isLack(verbs.errno);
  }

  /** The same of an errno value. */
  static boolean isLack(int errno) {
    return switch (errno) {
      case Errno.ENOMEM, Errno.EAGAIN, Errno.EMFILE, Errno.ENFILE, Errno.ENOSPC -> true;
      default -> false;
    };
  }
}
