package jfs.rdma.verbs;

import java.io.IOException;
import java.io.Serial;
import jfs.natives.Errno;

/** A call of the native library has failed. Any thread may ask what its errno value means. */
public final class VerbsException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  private final int errno;

  /**
   * With a positive errno value.
   *
   * @param what the operation that failed
   */
  public VerbsException(String what, int errno) {
    super(what + ": " + Errno.name(errno));
    this.errno = errno;
  }

  /**
   * The result of a call of the native library, if it is none of its errors.
   *
   * @param what the operation
   */
  static long check(String what, long result) throws VerbsException {
    if (result < 0) {
      throw new VerbsException(what, (int) -result);
    }
    return result;
  }

  /** Whether this host lacks a resource, and neither the peer nor the route is the cause. */
  public static boolean isLack(IOException e) {
    return e instanceof VerbsException verbs && isLack(verbs.errno);
  }

  /** Whether the device may be the cause: not a lack, the peer or the route. */
  public static boolean isOfDevice(IOException e) {
    return e instanceof VerbsException verbs && isOfDevice(verbs.errno);
  }

  /** The same for an errno value; a driver may return any. */
  public static boolean isOfDevice(int errno) {
    boolean isOfNetwork = errno >= Errno.EADDRINUSE && errno <= Errno.EHOSTUNREACH;
    return switch (errno) {
      // The peer's settings; no device for that route; a peer that has gone meanwhile.
      case Errno.EPROTO, Errno.ENODEV, Errno.EINVAL -> false;
      default -> !isOfNetwork && !isLack(errno);
    };
  }

  /** Whether an errno value means a lack. */
  public static boolean isLack(int errno) {
    return switch (errno) {
      case Errno.ENOMEM, Errno.EAGAIN, Errno.EMFILE, Errno.ENFILE, Errno.ENOSPC -> true;
      default -> false;
    };
  }
}
