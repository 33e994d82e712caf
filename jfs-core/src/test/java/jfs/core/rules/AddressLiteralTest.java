package jfs.core.rules;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses are read as the JDK reads them. */
class AddressLiteralTest {

  private static final String BYTE = "(25[0-5]|2[0-4]\\d|[01]?\\d?\\d)";
  private static final String FOUR = BYTE + "(\\." + BYTE + "){3}";

  /** By the JDK, for what it does not look up as a name; null if it is no address. */
  private static byte[] expected(String text) {
    boolean six = text.indexOf(':') >= 0;
    if (!(six ? text.matches("[0-9A-Fa-f:]+|[0-9A-Fa-f:]*:" + FOUR) : text.matches(FOUR))) {
      return null;
    }
    try {
      return InetAddress.getByName(text).getAddress();
    } catch (UnknownHostException e) {
      return null;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        "::",
        ":::",
        "1::",
        "::1",
        "::1:",
        ":1::",
        "1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7::",
        "1::2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7",
        "00001::",
        "10000::",
        "fFfF::g",
        "::ffff:1.2.3.4",
        "::1.2.3.4",
        "1:2:3:4:5:6:1.2.3.4",
        "1:2:3:4:5:6:7:1.2.3.4",
        "1.2.3.4::",
        "::1.2.3.256",
        "::1.2.3",
        "::ffff:102:304",
        "010.0.0.1",
        "1.2.3",
        "1.2.3.4.5",
        "1..2.3",
        "256.1.1.1",
        "0001.1.1.1",
        "1.1.1.1.",
        "\uff11::",
        "+1.1.1.1",
        "-1::"
      })
  void isWhatTheJdkReads(String text) {
    assertArrayEquals(expected(text), AddressLiteral.parse(text), text);
  }

  @Test
  void anythingElseIsToo() {
    Random random = new Random(7);
    String[] words = {
      ":", ":", ":", "::", "0", "1", "ffff", "fe80", "12345", "1.2.3.4", "255", "."
    };
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(16); n > 0; n--) {
        text.append(words[random.nextInt(words.length)]);
      }
      byte[] read = AddressLiteral.parse(text.toString());
      assertArrayEquals(expected(text.toString()), read, text::toString);
    }
  }
}
