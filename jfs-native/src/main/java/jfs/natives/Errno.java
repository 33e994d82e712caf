package jfs.natives;

/**
 * The kernel's error numbers that JFS tells apart or names, on x86 and ARM. A method of this
 * package that returns a number returns an error negated.
 */
public final class Errno {

  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int EIO = 5;
  public static final int EBADF = 9;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EFAULT = 14;
  public static final int ENODEV = 19;
  public static final int EINVAL = 22;
  public static final int ENFILE = 23;
  public static final int EMFILE = 24;
  public static final int EFBIG = 27;
  public static final int ENOSPC = 28;
  public static final int EPIPE = 32;
  public static final int ERANGE = 34;
  public static final int ENOSYS = 38;
  public static final int EPROTO = 71;
  public static final int ENOTSOCK = 88;
  public static final int EPROTOTYPE = 91;
  public static final int ENOPROTOOPT = 92;
  public static final int EOPNOTSUPP = 95;
  public static final int EADDRINUSE = 98;
  public static final int ENETUNREACH = 101;
  public static final int ECONNABORTED = 103;
  public static final int ECONNRESET = 104;
  public static final int ENOTCONN = 107;
  public static final int ETIMEDOUT = 110;
  public static final int EHOSTUNREACH = 113;

  private Errno() {}

  /** For logs: the name of an error, negated or not, or its number. */
  public static String name(int error) {
    int number = Math.abs(error);
    return switch (number) {
      case EPERM -> "EPERM";
      case ENOENT -> "ENOENT";
      case EIO -> "EIO";
      case EBADF -> "EBADF";
      case EAGAIN -> "EAGAIN";
      case ENOMEM -> "ENOMEM";
      case EACCES -> "EACCES";
      case EFAULT -> "EFAULT";
      case ENODEV -> "ENODEV";
      case EINVAL -> "EINVAL";
      case ENFILE -> "ENFILE";
      case EMFILE -> "EMFILE";
      case EFBIG -> "EFBIG";
      case ENOSPC -> "ENOSPC";
      case EPIPE -> "EPIPE";
      case ERANGE -> "ERANGE";
      case ENOSYS -> "ENOSYS";
      case EPROTO -> "EPROTO";
      case ENOTSOCK -> "ENOTSOCK";
      case EPROTOTYPE -> "EPROTOTYPE";
      case ENOPROTOOPT -> "ENOPROTOOPT";
      case EOPNOTSUPP -> "EOPNOTSUPP";
      case EADDRINUSE -> "EADDRINUSE";
      case ENETUNREACH -> "ENETUNREACH";
      case ECONNABORTED -> "ECONNABORTED";
      case ECONNRESET -> "ECONNRESET";
      case ENOTCONN -> "ENOTCONN";
      case ETIMEDOUT -> "ETIMEDOUT";
      case EHOSTUNREACH -> "EHOSTUNREACH";
      default -> "errno " + number;
    };
  }
}
