package jfs.core.rules;

/** Makes patterns of hosts of their texts. */
final class HostPatterns {

  private HostPatterns() {}

  /**
   * Parses {@code *}, an address with or without {@code /PREFIX}, or a name.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static HostPattern parse(String text) {
    if (text.equals("*")) {
      return address -> true;
    }
    int slash = text.indexOf('/');
    String host = slash < 0 ? text : text.substring(0, slash);
    String prefix = slash < 0 ? null : text.substring(slash + 1);
    if (AddressBlock.isAddress(host)) {
      return AddressBlock.parse(host, prefix);
    }
    if (prefix != null) {
      throw new IllegalArgumentException(
          Excerpt.quoted(host) + " is no address, and so has no prefix");
    }
    return new HostName(host);
  }
}
