package jfs.core.rules;

import java.util.Arrays;

/**
 * Reads addresses as {@link java.net.InetAddress} does, and without it: rules are read before the
 * program begins, and what it sets for that class, such as {@code java.net.preferIPv4Stack}, has no
 * effect once the class is in use.
 */
final class AddressLiteral {

  private static final int FOUR = 4;
  private static final int SIX = 16;
  private static final int GROUP = 2;
  private static final int MOST_DIGITS = 3;

  private AddressLiteral() {}

  /**
   * The bytes of an address without brackets or a scope: 4 or 16; 4 also of an IPv4 address that is
   * mapped to IPv6.
   *
   * @return null if it is none
   */
  static byte[] parse(String text) {
    if (text.indexOf(':') < 0) {
      return four(text);
    }
    byte[] six = six(text);
    return six != null && isMapped(six) ? Arrays.copyOfRange(six, SIX - FOUR, SIX) : six;
  }

  private static byte[] four(String text) {
    String[] words = text.split("\\.", -1);
    if (words.length != FOUR) {
      return null;
    }
    byte[] bytes = new byte[FOUR];
    for (int i = 0; i < FOUR; i++) {
      int value = words[i].length() > MOST_DIGITS ? -1 : number(words[i], 10, 0xff);
      if (value < 0) {
        return null;
      }
      bytes[i] = (byte) value;
    }
    return bytes;
  }

  private static byte[] six(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      byte[] all = groups(text);
      return all != null && all.length == SIX ? all : null;
    }
    String before = text.substring(0, gap);
    byte[] head = before.indexOf('.') < 0 ? groups(before) : null;
    byte[] tail = groups(text.substring(gap + 2));
    if (head == null || tail == null || head.length + tail.length > SIX - GROUP) {
      return null;
    }
    byte[] bytes = Arrays.copyOf(head, SIX);
    System.arraycopy(tail, 0, bytes, SIX - tail.length, tail.length);
    return bytes;
  }

  /** Groups with colons between, the last perhaps an IPv4 address; none is no byte. */
  private static byte[] groups(String text) {
    if (text.isEmpty()) {
      return new byte[0];
    }
    String[] words = text.split(":", -1);
    int last = words.length - 1;
    byte[] four = words[last].indexOf('.') < 0 ? null : four(words[last]);
    int groups = four == null ? words.length : last;
    byte[] bytes = new byte[groups * GROUP + (four == null ? 0 : FOUR)];
    for (int i = 0; i < groups; i++) {
      int value = number(words[i], 16, 0xffff);
      if (value < 0) {
        return null;
      }
      bytes[i * GROUP] = (byte) (value >> Byte.SIZE);
      bytes[i * GROUP + 1] = (byte) value;
    }
    if (four != null) {
      System.arraycopy(four, 0, bytes, bytes.length - FOUR, FOUR);
    }
    return bytes;
  }

  /** The number that these digits are; -1 if it is none, or is more than it may be. */
  private static int number(String digits, int radix, int most) {
    int value = digits.isEmpty() ? -1 : 0;
    for (int i = 0; i < digits.length() && value >= 0; i++) {
      char c = digits.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, radix) : -1;
      value = digit < 0 ? -1 : value * radix + digit;
      value = value > most ? -1 : value;
    }
    return value;
  }

  /** RFC 4291, 2.5.5.2. */
  private static boolean isMapped(byte[] six) {
    for (int i = 0; i < 10; i++) {
      if (six[i] != 0) {
        return false;
      }
    }
    return six[10] == -1 && six[11] == -1;
  }
}
