package jfs.agent.programs;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Makes a connection and says hello through it. */
public final class Hello {

  private Hello() {}

  public static void main(String[] args) throws Exception {
    try (Loopback c = new Loopback()) {
      c.client.getOutputStream().write("hello".getBytes(US_ASCII));
      System.out.println(new String(c.server.getInputStream().readNBytes(5), US_ASCII));
    }
  }
}
