package jfs.agent.others;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Listens at the port that its argument names, and ends the JVM where it cannot. */
public final class PortAgent {

  /** Kept, so that it is not closed. */
  private static final List<ServerSocket> LISTENERS = new ArrayList<>();

  private PortAgent() {}

  /** Called by the JVM. */
  public static void premain(String port) throws IOException {
    LISTENERS.add(new ServerSocket(Integer.parseInt(port), 1, InetAddress.getLoopbackAddress()));
  }
}
