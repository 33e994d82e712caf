package jfs.core.rules;

import java.util.List;
import java.util.Locale;

/**
 * One rule: the transport that certain connections may have. A line of a rules file, or of one as
 * the JDK's {@code com.sun.sdp.conf} names it, whose connections are RDMA's here.
 *
 * @param transport its label; that of TCP for none
 * @param connects whether it is for connections that this JVM opens, rather than accepts
 * @param host of the address that is connected to, or that has been connected to here
 * @param ports of that address
 * @param text as it is in the file, with the place
 */
public record Rule(
    String transport, boolean connects, HostPattern host, PortRange ports, String text) {

  static final String FORM = "use (shm|rdma|tcp) (connect|listen) HOST[/PREFIX] PORT[-PORT]";

  private static final String RDMA = "rdma";
  private static final List<String> TRANSPORTS = List.of("tcp", "shm", RDMA);

  /**
   * Parses a line.
   *
   * @param place the file and the line's number
   * @return null if there is nothing on the line, or a comment alone
   * @throws IllegalArgumentException with what is wrong, if it is no rule
   */
  static Rule parse(String line, String place) {
    int comment = line.indexOf('#');
    String text = (comment < 0 ? line : line.substring(0, comment)).strip();
    if (text.isEmpty()) {
      return null;
    }
    String[] words = text.split("\\s+", -1);
    String first = words[0].toLowerCase(Locale.ROOT);
    boolean sdp = first.equals("connect") || first.equals("bind");
    if ((!sdp && !first.equals("use")) || words.length != (sdp ? 3 : 5)) {
      throw new IllegalArgumentException("it is not of the form " + FORM);
    }
    String transport = sdp ? RDMA : words[1].toLowerCase(Locale.ROOT);
    if (!TRANSPORTS.contains(transport)) {
      throw new IllegalArgumentException(Excerpt.quoted(words[1]) + " is none of shm, rdma, tcp");
    }
    boolean connects = connects(sdp ? words[0] : words[2]);
    HostPattern host = HostPatterns.parse(words[words.length - 2]);
    String range = words[words.length - 1];
    PortRange ports = sdp ? PortRange.parseSdp(range) : PortRange.parse(range);
    return new Rule(transport, connects, host, ports, place + ": " + text);
  }

  private static boolean connects(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "connect" -> true;
      case "listen", "bind" -> false;
      default ->
          throw new IllegalArgumentException(
              Excerpt.quoted(word) + " is neither connect nor listen");
    };
  }
}
