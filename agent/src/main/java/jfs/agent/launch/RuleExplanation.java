package jfs.agent.launch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.rules.Rule;
import jfs.core.rules.Rules;
import jfs.core.transport.Check;

/** Says which rules apply to an address, {@code HOST:PORT}, for {@code doctor --explain}. */
final class RuleExplanation {

  private static final int HIGHEST_PORT = 65535;

  private RuleExplanation() {}

  /** Whether a text has the form of an address. */
  static boolean isAddress(String text) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    String host = text.substring(0, Math.max(0, colon));
    if (host.indexOf(':') >= 0 && !(host.startsWith("[") && host.endsWith("]"))) {
      return false; // of IPv6, and the port is not told from the rest
    }
    return colon > 0 && port.matches("\\d{1,5}") && Integer.parseInt(port) <= HIGHEST_PORT;
  }

  /**
   * A line for connections to the address, and one for those that are made to it, if it is here.
   */
  static List<Check> of(String text, Options options) {
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, colon);
    int port = Integer.parseInt(text.substring(colon + 1));
    List<Check> lines = new ArrayList<>();
    try {
      InetAddress address = InetAddress.getByName(host);
      Rules rules = options.isSet(Option.RULES) ? Rules.ofProcess() : null;
      if (rules != null) {
        rules.learn();
      }
      lines.add(line("Connect", text, rules, true, address, port));
      lines.add(line("Listen", text, rules, false, address, port));
    } catch (UnknownHostException e) {
      lines.add(Check.failed("Rules", "the host " + host + " is not found"));
    }
    return lines;
  }

  private static Check line(
      String name, String text, Rules rules, boolean connects, InetAddress address, int port) {
    Rule rule = rules == null ? null : rules.find(connects, port, () -> address);
    return Check.ok(name, text + ", " + (rule == null ? "no rule" : rule.text()));
  }
}
