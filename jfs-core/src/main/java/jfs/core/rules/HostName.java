package jfs.core.rules;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import jfs.core.config.Log;

/** The addresses of a name: none before they are learned. */
final class HostName implements HostPattern {

  private final String name;
  private volatile Set<InetAddress> addresses = Set.of();
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
    Set<InetAddress> now = addresses;
    if (now.isEmpty()) {
      return false;
    }
    InetAddress asked = address.get();
    return asked != null && now.contains(asked);
  }
}
