package jfs.core.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleTest {

  private static Rule parse(String line) {
    return Rule.parse(line, "file:1");
  }

  private static boolean contains(String host, String address) throws Exception {
    InetAddress asked = InetAddress.getByName(address);
    return HostPatterns.parse(host).contains(() -> asked);
  }

  @ParameterizedTest
  @CsvSource({
    "use tcp connect 10.0.0.0/8 5432, tcp, true, 5432, 5432",
    "USE Shm Listen * *, shm, false, 0, 65535",
    "use rdma connect ::1 1-2 # a comment, rdma, true, 1, 2",
    "  use rdma listen [fe80::]/10 8000-*  , rdma, false, 8000, 65535",
    "use shm connect db.example.com *-1023, shm, true, 0, 1023",
    "connect 192.168.1.0/24 *, rdma, true, 0, 65535",
    "connect 192.168.1.0/24 1024-, rdma, true, 1024, 65535",
    "CONNECT 192.168.1.0/24 -5000, rdma, true, 0, 5000",
    "bind 192.168.1.1 -, rdma, false, 0, 65535",
    "bind 192.168.1.1 1521, rdma, false, 1521, 1521"
  })
  void isWhatTheLineSays(String line, String transport, boolean connects, int first, int last) {
    Rule rule = parse(line);
    assertEquals(transport, rule.transport());
    assertEquals(connects, rule.connects());
    assertEquals(new PortRange(first, last), rule.ports());
    assertEquals("file:1: " + line.replaceFirst("#.*", "").strip(), rule.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "\t", "#", "# use tcp connect * *", "   # so"})
  void nothingIsNoRule(String line) {
    assertNull(parse(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "use",
        "use tcp",
        "use tcp connect *",
        "use tcp connect * * *",
        "tcp connect * *",
        "use udp connect * *",
        "use tcp accept * *",
        "use tcp connect * -1",
        "use tcp connect * 65536",
        "use tcp connect * 9999999999",
        "use tcp connect * 2-1",
        "use tcp connect * 1-",
        "use tcp connect * http",
        "use tcp connect 1.2.3 *",
        "use tcp connect 1.2.3.4.5 *",
        "use tcp connect 256.0.0.1 *",
        "use tcp connect 10.0.0.0/33 *",
        "use tcp connect 10.0.0.0/-1 *",
        "use tcp connect 10.0.0.0/ *",
        "use tcp connect ::1/129 *",
        "use tcp connect 1::2::3 *",
        "use tcp connect fe80::1%eth0 *",
        "use tcp connect ::ffff:10.1.2.3/16 *",
        "use tcp connect ::ffff:10.1.2.3/129 *",
        "use tcp connect */8 *",
        "use tcp connect host/8 *",
        "use tcp connect ho$t *",
        "connect 10.0.0.1",
        "bind 10.0.0.1 1 2",
        "bind 10.0.0.1 1--"
      })
  void everythingElseIsSaidToBeNone(String line) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> parse(line), line);
    assertTrue(!e.getMessage().isBlank() && e.getMessage().lines().count() == 1, e::getMessage);
  }

  @ParameterizedTest
  @CsvSource({"--, -", "1--, -", "-x, x"})
  void whatIsWrongIsNamedAsItIsWritten(String ports, String wrong) {
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> parse("bind 10.0.0.1 " + ports));
    assertEquals("'" + wrong + "' is no port", e.getMessage());
  }

  /** Whatever a file has, it is a rule, nothing, or said to be none. */
  @Test
  void noLineFailsOtherwise() {
    Random random = new Random(7);
    String[] words = {
      "use", "tcp", "shm", "rdma", "connect", "listen", "bind", "*", "10.0.0.0/8", "::/0", "/", "-",
      "#", "1-2", "65535", "[::1]", "a.b", "\u00e4", "\0", "%", "::", "0x7f.1", "*/*", "-*"
    };
    for (int i = 0; i < 200_000; i++) {
      StringBuilder line = new StringBuilder();
      for (int n = random.nextInt(7); n > 0; n--) {
        line.append(words[random.nextInt(words.length)]).append(random.nextInt(4) == 0 ? "" : " ");
      }
      try {
        parse(line.toString());
      } catch (IllegalArgumentException e) {
        assertEquals(1, e.getMessage().lines().count(), line::toString);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "*, 10.1.2.3, true",
    "10.1.2.3, 10.1.2.3, true",
    "10.1.2.3, 10.1.2.4, false",
    "10.1.2.3/32, 10.1.2.2, false",
    "10.1.2.3/31, 10.1.2.2, true",
    "10.0.0.0/8, 10.255.0.1, true",
    "10.0.0.0/8, 11.0.0.1, false",
    "10.128.0.0/9, 10.128.0.1, true",
    "10.128.0.0/9, 10.127.0.1, false",
    "0.0.0.0/0, 200.1.2.3, true",
    "0.0.0.0/0, ::1, false",
    "::/0, ::1, true",
    "::/0, 10.0.0.1, false",
    "fe80::/10, fe80::1, true",
    "fe80::/10, febf::1, true",
    "fe80::/10, fec0::1, false",
    "2001:db8::1, 2001:db8:0::1, true",
    "[2001:db8::1], 2001:db8:0::1, true",
    "::ffff:10.0.0.1, 10.0.0.1, true",
    "::ffff:10.0.0.0/104, 10.200.0.1, true",
    "::ffff:10.0.0.0/104, 11.0.0.1, false",
    "localhost, 127.0.0.1, false"
  })
  void blocksContainAddresses(String host, String address, boolean contained) throws Exception {
    assertEquals(contained, contains(host, address)); // of a name, nothing is known yet
  }

  @Test
  void namesContainTheirAddressesOnceTheyAreLearned() throws Exception {
    HostPattern host = HostPatterns.parse("localhost");
    host.learn();
    InetAddress address = InetAddress.getByName("localhost");
    assertTrue(host.contains(() -> address));
  }

  /** As the program has found them, perhaps before JFS does. */
  @ParameterizedTest
  @CsvSource({"LocalHost, true", "local, false", "localhost.x, false"})
  void namesContainAtOnceWhatWasLookedUpByThem(String name, boolean contained) throws Exception {
    InetAddress address = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 9});
    assertEquals(contained, HostPatterns.parse(name).contains(() -> address));
    InetAddress nameless = InetAddress.getByAddress(new byte[] {127, 0, 0, 9});
    assertFalse(HostPatterns.parse(name).contains(() -> nameless));
  }

  @Test
  void onceTheyAreLearnedNothingElseCounts() throws Exception {
    HostPattern host = HostPatterns.parse("localhost");
    host.learn();
    InetAddress address = InetAddress.getByAddress("localhost", new byte[] {10, 0, 0, 9});
    assertFalse(host.contains(() -> address));
  }

  @Test
  void unknownAddressIsInNoBlock() {
    assertTrue(HostPatterns.parse("*").contains(() -> null));
    assertTrue(!HostPatterns.parse("0.0.0.0/0").contains(() -> null));
  }
}
