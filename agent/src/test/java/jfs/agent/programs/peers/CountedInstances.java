package jfs.agent.programs.peers;

import java.io.DataInputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import javax.management.ObjectName;
import jfs.agent.programs.ServerHost;

/**
 * {@code CountedInstances PORT CLASS [CONNECTIONS ROUNDS]...}: makes connections to an {@link
 * EchoServer}, of so many round trips each, one after the other. First, connections of 1,000 until
 * there is an instance of the class. Then says, for each pair of arguments, how many more there are
 * after that. They are counted whether anything refers to them or not, so that no garbage may be
 * collected meanwhile.
 */
public final class CountedInstances {

  private static final int LONG = 1000;

  private CountedInstances() {}

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    while (count(args[1]) == 0) {
      live(port, LONG);
    }
    for (int i = 2; i < args.length; i += 2) {
      long before = count(args[1]);
      for (int j = Integer.parseInt(args[i]); j > 0; j--) {
        live(port, Integer.parseInt(args[i + 1]));
      }
      System.out.println(count(args[1]) - before);
    }
  }

  private static void live(int port, int rounds) throws Exception {
    try (Socket socket = new Socket(ServerHost.ADDRESS, port)) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] bytes = new byte[100];
      for (int i = 0; i < rounds; i++) {
        socket.getOutputStream().write(bytes);
        in.readFully(bytes);
      }
    }
  }

  /** As {@code jcmd GC.class_histogram -all} shows. */
  private static long count(String name) throws Exception {
    Object histogram =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[] {"-all"}},
                new String[] {String[].class.getName()});
    for (String line : histogram.toString().lines().toList()) {
      String[] columns = line.trim().split(" +", -1);
      if (columns.length > 3 && columns[3].equals(name)) {
        return Long.parseLong(columns[1]);
      }
    }
    return 0;
  }
}
