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

  /** Whether this may be the device's failure: neither a lack, nor the peer's or the way's. */
  static boolean isOfDevice(IOException e) {
    return e instanceof VerbsException verbs && isOfDevice(verbs.errno);
  }

  /** The same of an errno value; a driver may have any. */
  static boolean isOfDevice(int errno) {
    boolean isOfNetwork = errno >= Errno.EADDRINUSE && errno <= Errno.EHOSTUNREACH;
    return switch (errno) {
      // A peer's settings; no device that way; a peer that has gone meanwhile.
      case Errno.EPROTO, Errno.ENODEV, Errno.EINVAL -> false;
      default -> !isOfNetwork && !isLack(errno);
    };
  }

  /** Whether an errno value is that of a lack. */
  static boolean isLack(int errno) {
    return switch (errno) {
      case Errno.ENOMEM, Errno.EAGAIN, Errno.EMFILE, Errno.ENFILE, Errno.ENOSPC -> true;
      default -> false;
    };
  }
}
