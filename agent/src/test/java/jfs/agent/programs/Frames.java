package jfs.agent.programs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Prints stack traces of what sockets throw, class and method a line. */
public final class Frames {

  /** Long enough for the JDK to detect the timeout in the usual place, and not on its way there. */
  private static final int TIMEOUT_MILLIS = Patience.ofMillis(300);

  private Frames() {}

  public static void main(String[] args) throws Exception {
    try (Loopback c = new Loopback()) {
      c.client.setSoTimeout(TIMEOUT_MILLIS);
      trace("read", () -> c.client.getInputStream().read());
      trace("read bytes", () -> c.client.getInputStream().read(new byte[4], 0, 4));
      c.listener.setSoTimeout(TIMEOUT_MILLIS);
      trace("accept", () -> c.listener.accept());
      var out = c.client.getOutputStream();
      c.client.shutdownOutput();
      trace("write", () -> out.write(1));
      trace("write bytes", () -> out.write(new byte[4]));
      var in = c.server.getInputStream();
      c.server.close();
      trace("closed", () -> in.read());
      trace("bind", () -> new ServerSocket().bind(c.listener.getLocalSocketAddress()));
    }
    InetSocketAddress refusing;
    try (ServerSocket listener = Loopback.listen()) {
      refusing = (InetSocketAddress) listener.getLocalSocketAddress();
    }
    trace("connect", () -> new Socket().connect(refusing));
    trace("option", () -> new Socket().setReceiveBufferSize(-1));
  }

  private static void trace(String what, Say.Action action) throws Exception {
    try {
      action.run();
      System.out.println(what + " did not throw");
    } catch (IOException | IllegalArgumentException e) {
      System.out.println(what + ": " + Say.withoutNumbers(e));
      for (StackTraceElement frame : e.getStackTrace()) {
        System.out.println("  " + frame.getClassName() + "." + frame.getMethodName());
      }
    }
  }
}
