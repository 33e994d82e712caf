package jfs.agent.programs;

import java.net.InetAddress;
import java.net.Socket;

/**
 * Sets a security manager of its own, and connects under it: {@code LateManager before|after}, as
 * it has made a connection before that or not; or {@code LateManager long}, where its connection
 * comes to be worth shared memory.
 */
public final class LateManager {

  private static final int ROUND_TRIPS = 2_000;

  private LateManager() {}

  @SuppressWarnings("removal") // this is what the program tests
  public static void main(String[] args) throws Exception {
    if (args[0].equals("before")) {
      Say.outcome("before", LateManager::works);
      try (Loopback old = new Loopback();
          Socket unconnected = new Socket()) {
        System.setSecurityManager(new SecurityManager());
        Say.outcome("old", () -> Loopback.works(old.client, old.server));
        unconnected.connect(old.listener.getLocalSocketAddress());
        try (Socket server = old.listener.accept()) {
          Say.outcome("old listener", () -> Loopback.works(unconnected, server));
        }
      }
    } else {
      System.setSecurityManager(new SecurityManager());
    }
    if (args[0].equals("long")) {
      Say.outcome("long", LateManager::goesOnWorking);
    }
    Say.outcome("after", LateManager::works);
    Say.outcome("again", LateManager::works);
    Say.outcome("forbidden", () -> System.getProperty("user.home"));
    Say.outcome("forbidden host", () -> new Socket(InetAddress.getByName("127.0.0.9"), 1));
  }

  private static boolean goesOnWorking() throws Exception {
    try (Loopback c = new Loopback()) {
      boolean works = true;
      for (int i = 0; i < ROUND_TRIPS; i++) {
        works &= Loopback.works(c.client, c.server);
      }
      return works;
    }
  }

  private static boolean works() throws Exception {
    try (Loopback c = new Loopback()) {
      return Loopback.works(c.client, c.server);
    }
  }
}
