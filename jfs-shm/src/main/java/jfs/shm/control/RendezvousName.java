package jfs.shm.control;

/**
 * The names of JFS's files in a {@link RendezvousDirectory}: {@code PID-RANDOM}, where RANDOM has
 * 16 hexadecimal digits, with {@code .sock} for a JVM's socket, {@code .new} for one that does not
 * listen yet, and {@code .HEX.arena} for memory; and {@link #LOCKS}. JFS never touches a file with
 * another name.
 */
final class RendezvousName {

  static final String SOCKET = ".sock";
  static final String FRESH = ".new";
  static final String ARENA = ".arena";

  /** The file of {@link ProofLocks}. */
  static final String LOCKS = "proof.lock";

  private static final int MOST_PID_DIGITS = 10;
  private static final int RANDOM_DIGITS = 16;
  private static final int MOST_ARENA_DIGITS = 8;

  private RendezvousName() {}

  /** The name of a JVM. */
  static String of(String pid, long random) {
    // With the highest bit set, so that it always has 16 digits.
    return pid + "-" + Long.toHexString(random | 1L << 63);
  }

  /** Whether a JVM may have this name. */
  static boolean isJvm(String name) {
    int hyphen = digits(name, 0, MOST_PID_DIGITS, 10);
    return hyphen > 0
        && hyphen < name.length()
        && name.charAt(0) != '0'
        && name.charAt(hyphen) == '-'
        && digits(name, hyphen + 1, RANDOM_DIGITS, 16) == name.length()
        && name.length() == hyphen + 1 + RANDOM_DIGITS;
  }

  /** The JVM that a file belongs to, by its name; null if the file is not JFS's. */
  static String jvmOf(String file) {
    int dot = file.indexOf('.');
    if (dot < 0 || !isJvm(file.substring(0, dot))) {
      return null;
    }
    String jvm = file.substring(0, dot);
    return isSocket(file, dot) || isArena(file, jvm) ? jvm : null;
  }

  private static boolean isSocket(String file, int dot) {
    String suffix = file.substring(dot);
    return suffix.equals(SOCKET) || suffix.equals(FRESH);
  }

  /** Whether this is a name of a JVM's own memory. */
  static boolean isArena(String file, String jvm) {
    if (!file.startsWith(jvm + ".") || !file.endsWith(ARENA)) {
      return false;
    }
    int from = jvm.length() + 1;
    int to = file.length() - ARENA.length();
    return to > from && digits(file, from, MOST_ARENA_DIGITS, 16) == to;
  }

  /**
   * The end of the digits from a place on: in lower case, as {@link Long#toHexString} writes them.
   */
  private static int digits(String text, int from, int most, int radix) {
    int at = from;
    while (at < text.length() && at - from < most && isDigit(text.charAt(at), radix)) {
      at++;
    }
    return at;
  }

  private static boolean isDigit(char c, int radix) {
    return (c >= '0' && c <= '9') || (radix == 16 && c >= 'a' && c <= 'f');
  }
}
