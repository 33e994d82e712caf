package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many bytes TCP has brought to the ends of a server's connections, as the kernel counts them:
 * bytes_received of ss(8). JFS reports a connection as switched once one of its directions is.
 */
record TcpBytes(long toServer, long toClients) {

  /** Doorbells are single bytes: far fewer than one for as many bytes of what tests send. */
  private static final int BYTES_FOR_ONE = 50;

  /** How often traffic must stay off TCP, once it was. */
  private static final int PASSES = 5;

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(30);
  private static final Pattern RECEIVED = Pattern.compile(" bytes_received:(\\d+)");
  private static final int LOCAL = 3;

  /** What has come over the connections to a port of this host, all of which are open. */
  static TcpBytes of(String port) throws IOException, InterruptedException {
    HostCommands.require("ss", "-tinHO");
    Process ss =
        new ProcessBuilder("ss", "-tinHO", "( sport = :" + port + " or dport = :" + port + " )")
            .redirectErrorStream(true)
            .start();
    String said = new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, ss.waitFor(), said);
    long[] received = new long[2];
    int[] ends = new int[2];
    for (String line : said.lines().toList()) {
      int side = line.split(" +", -1)[LOCAL].endsWith(":" + port) ? 0 : 1;
      ends[side]++;
      Matcher count = RECEIVED.matcher(line); // not there if it is 0
      received[side] += count.find() ? Long.parseLong(count.group(1)) : 0;
    }
    assertTrue(ends[0] > 0 && ends[0] == ends[1], said);
    return new TcpBytes(received[0], received[1]);
  }

  /**
   * Has traffic pass until TCP carries hardly any of it, in neither direction, and then some times
   * more, in which that must stay so.
   *
   * @param bytes how many at least pass in each direction each time
   */
  static void awaitNone(String port, long bytes, SwitchedConnections.Traffic traffic)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    TcpBytes passed = during(port, traffic);
    while (!passed.areHardlyAny(bytes, bytes)) {
      assertTrue(System.nanoTime() < deadline, passed + " of " + bytes);
      passed = during(port, traffic);
    }
    for (int i = 0; i < PASSES; i++) {
      during(port, traffic).assertHardlyAnyOf(bytes, bytes);
    }
  }

  private static TcpBytes during(String port, SwitchedConnections.Traffic traffic)
      throws IOException, InterruptedException {
    TcpBytes before = of(port);
    traffic.pass();
    return of(port).since(before);
  }

  TcpBytes since(TcpBytes before) {
    return new TcpBytes(toServer - before.toServer, toClients - before.toClients);
  }

  /** Fails unless these are hardly any of so many bytes that the programs got in that time. */
  void assertHardlyAnyOf(long ofServer, long ofClients) {
    assertTrue(
        areHardlyAny(ofServer, ofClients), () -> this + " of " + ofServer + " and " + ofClients);
  }

  private boolean areHardlyAny(long ofServer, long ofClients) {
    return toServer <= ofServer / BYTES_FOR_ONE && toClients <= ofClients / BYTES_FOR_ONE;
  }
}
