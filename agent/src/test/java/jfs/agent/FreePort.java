package jfs.agent;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that programs can listen on: the kernel gives none of these to a socket that asks for any
 * (ip(7), ip_local_port_range), so that no other program gets one by chance before.
 */
final class FreePort {

  private static final int LEAST = 12_000;
  private static final int MOST = 32_000;
  private static final int TRIES = 100;

  private FreePort() {}

  static int find() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LEAST, MOST);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (IOException e) {
        // Another program has it.
      }
    }
    return fail("no port is free");
  }
}
