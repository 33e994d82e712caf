package jfs.core.rules;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Supplier;

/**
 * The addresses that begin with the same bits: a block of RFC 4632 for IPv4, of RFC 4291 for IPv6.
 */
final class AddressBlock implements HostPattern {

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
    if (prefix == null) {
      return new AddressBlock(bytes, most);
    }
    int bits = prefix.matches("\\d{1,3}") ? Integer.parseInt(prefix) : -1;
    if (bits < 0 || bits > most) {
      throw new IllegalArgumentException("'/" + prefix + "' is no prefix from /0 to /" + most);
    }
    return new AddressBlock(bytes, bits);
  }

  private static byte[] bytes(String address) {
    boolean six = address.indexOf(':') >= 0;
    String bare =
        six && address.startsWith("[") && address.endsWith("]")
            ? address.substring(1, address.length() - 1)
            : address;
    // What passes here the JDK never looks up as a name; a scope's name it would.
    boolean fits = six ? bare.matches("[0-9A-Fa-f:.]+") : bare.matches("\\d{1,3}(\\.\\d{1,3}){3}");
    try {
      if (fits) {
        return InetAddress.getByName(bare).getAddress();
      }
    } catch (UnknownHostException e) {
      // As below.
    }
    throw new IllegalArgumentException("'" + address + "' is no address");
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
