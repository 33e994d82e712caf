package jfs.core.rules;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import jfs.core.config.Log;

/**
 * The addresses of a name. Before they are learned, those that the program itself has looked up by
 * it.
 */
final class HostName implements HostPattern {

  private final String name;

  /**
   * Null before they are learned. The thread that learns writes it, any thread reads it, and may
   * see it late: no connect waits for a name.
   */
  private volatile Set<InetAddress> addresses;

  private boolean unknown;

  /**
   * Takes a name.
   *
   * @throws IllegalArgumentException if it cannot be one
   */
  HostName(String name) {
    if (!name.matches("[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252})")) {
      throw new IllegalArgumentException(
          Excerpt.quoted(name) + " is neither an address nor a name");
    }
    this.name = name;
  }

  /** One thread at a time. Keeps what it knows if the name is not found now. */
  @Override
  public void learn() {
    try {
      addresses = new HashSet<>(Arrays.asList(InetAddress.getAllByName(name)));
      unknown = false;
    } catch (UnknownHostException | RuntimeException e) {
      if (!unknown) {
        unknown = true;
        Log.warn("a rule's host " + name + " is not found");
      }
    }
  }

  @Override
  public boolean contains(Supplier<InetAddress> address) {
    InetAddress asked = address.get();
    if (asked == null) {
      return false;
    }
    Set<InetAddress> now = addresses;
    return now == null ? isNamed(asked) : now.contains(asked);
  }

  /** Whether the address was looked up by this name. Looks nothing up: its text does not. */
  private boolean isNamed(InetAddress address) {
    String text = address.toString(); // NAME/ADDRESS, or /ADDRESS
    return text.indexOf('/') == name.length()
        && text.regionMatches(true, 0, name, 0, name.length());
  }
}
