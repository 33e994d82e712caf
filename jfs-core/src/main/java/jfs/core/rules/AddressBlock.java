package jfs.core.rules;

import java.net.InetAddress;
import java.util.function.Supplier;

/**
 * The addresses that begin with the same bits: a block of RFC 4632 for IPv4, of RFC 4291 for IPv6.
 */
final class AddressBlock implements HostPattern {

  /** What comes before an IPv4 address that is mapped to IPv6 (RFC 4291, 2.5.5.2). */
  private static final int MAPPED_BITS = 96;

  private final byte[] first;
  private final int prefix;

  private AddressBlock(byte[] first, int prefix) {
    this.first = first;
    this.prefix = prefix;
  }

  /** Whether a text is meant as an address, rather than as a name. */
  static boolean isAddress(String text) {
    return text.indexOf(':') >= 0 || text.matches("[0-9.]+");
  }

  /**
   * Parses an address, an IPv6 one with or without brackets.
   *
   * @param prefix how many bits count, or null for all
   * @throws IllegalArgumentException if one of them is something else
   */
  static AddressBlock parse(String address, String prefix) {
    byte[] bytes = bytes(address);
    int most = bytes.length * Byte.SIZE;
    // Of an IPv4 address in the form of an IPv6 one, the last four bytes alone are told.
    int before = bytes.length == 4 && address.indexOf(':') >= 0 ? MAPPED_BITS : 0;
    if (prefix == null) {
      return new AddressBlock(bytes, most);
    }
    int bits = prefix.matches("\\d{1,3}") ? Integer.parseInt(prefix) - before : -1;
    if (bits < 0 || bits > most) {
      throw new IllegalArgumentException(
          Excerpt.quoted("/" + prefix)
              + " is no prefix from /"
              + before
              + " to /"
              + (before + most));
    }
    return new AddressBlock(bytes, bits);
  }

  private static byte[] bytes(String address) {
    boolean six = address.indexOf(':') >= 0;
    String bare =
        six && address.startsWith("[") && address.endsWith("]")
            ? address.substring(1, address.length() - 1)
            : address;
    byte[] bytes = AddressLiteral.parse(bare);
    if (bytes != null) {
      return bytes;
    }
    throw new IllegalArgumentException(Excerpt.quoted(address) + " is no address");
  }

  @Override
  public boolean contains(Supplier<InetAddress> address) {
    InetAddress asked = address.get();
    if (asked == null) {
      return false;
    }
    byte[] bytes = asked.getAddress();
    if (bytes.length != first.length) {
      return false;
    }
    int whole = prefix / Byte.SIZE;
    for (int i = 0; i < whole; i++) {
      if (bytes[i] != first[i]) {
        return false;
      }
    }
    int shift = Byte.SIZE - prefix % Byte.SIZE;
    return shift == Byte.SIZE || (bytes[whole] ^ first[whole]) >> shift == 0;
  }
}
