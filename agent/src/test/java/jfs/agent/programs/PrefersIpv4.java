package jfs.agent.programs;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/** Asks for IPv4 alone as it begins, and says whether its listener is of IPv6. */
public final class PrefersIpv4 {

  private PrefersIpv4() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("java.net.preferIPv4Stack", "true");
    try (ServerSocket listener = new ServerSocket(0)) {
      Path six = Path.of("/proc/self/net/tcp6");
      // A listener; an old connection may have the same port.
      String line =
          String.format("(?s).*: [0-9A-F]{32}:%04X [0-9A-F:]+ 0A .*", listener.getLocalPort());
      System.out.println(Files.exists(six) && Files.readString(six).matches(line));
    }
  }
}
