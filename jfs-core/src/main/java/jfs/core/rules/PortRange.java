package jfs.core.rules;

/**
 * The ports that a rule is for.
 *
 * @param first from 0 to 65535
 * @param last not below the first
 */
record PortRange(int first, int last) {

  private static final int LOWEST = 0;
  private static final int HIGHEST = 65535;
  private static final String ANY = "*";

  /**
   * As {@link #parse}, by the grammar of the JDK's {@code com.sun.sdp.conf} ({@code
   * sun.net.sdp.SdpProvider}): a range may have one side alone.
   */
  static PortRange parseSdp(String text) {
    return parse(text, "");
  }

  /**
   * Parses {@code PORT}, {@code PORT-PORT}, or {@code *} in place of any of them.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static PortRange parse(String text) {
    return parse(text, ANY);
  }

  /** The same, if this stands for any port, too, as one side of a range. */
  private static PortRange parse(String text, String anySide) {
    int hyphen = text.indexOf('-');
    if (hyphen < 0) {
      return new PortRange(port(text, ANY, LOWEST), port(text, ANY, HIGHEST));
    }
    int first = port(text.substring(0, hyphen), anySide, LOWEST);
    int last = port(text.substring(hyphen + 1), anySide, HIGHEST);
    if (last < first) {
      throw new IllegalArgumentException("ports " + text + " are none");
    }
    return new PortRange(first, last);
  }

  private static int port(String text, String alsoAny, int any) {
    if (text.equals(ANY) || text.equals(alsoAny)) {
      return any;
    }
    int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
    if (port < LOWEST || port > HIGHEST) {
      throw new IllegalArgumentException(Excerpt.quoted(text) + " is no port");
    }
    return port;
  }

  boolean contains(int port) {
    return port >= first && port <= last;
  }
}
