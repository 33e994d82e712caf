package jfs.agent.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.invoke.MethodHandles;
import java.net.Socket;
import java.net.SocketImpl;
import java.nio.charset.StandardCharsets;

/** Tries what the JDK's modules forbid, before and after it was sent a line. */
public final class Openness {

  private Openness() {}

  public static void main(String[] args) throws Exception {
    try (Loopback connection = new Loopback()) {
      Say.outcome("works", () -> Loopback.works(connection.client, connection.server));
    }
    look();
    System.out.println("ready");
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)).readLine();
    look();
  }

  private static void look() {
    Module base = Object.class.getModule();
    for (String name : new String[] {"java.net", "sun.nio.ch"}) {
      Say.outcome("to all " + name, () -> base.isOpen(name));
      Say.outcome("to us " + name, () -> base.isOpen(name, Openness.class.getModule()));
      Say.outcome("exported " + name, () -> base.isExported(name, Openness.class.getModule()));
    }
    Say.done("field", () -> SocketImpl.class.getDeclaredField("fd").setAccessible(true));
    Say.done("method", () -> Socket.class.getDeclaredMethod("createImpl").setAccessible(true));
    Say.done(
        "constructor",
        () ->
            Class.forName("sun.nio.ch.NioSocketImpl")
                .getConstructor(boolean.class)
                .newInstance(false));
    Say.done(
        "lookup", () -> MethodHandles.privateLookupIn(SocketImpl.class, MethodHandles.lookup()));
  }
}
