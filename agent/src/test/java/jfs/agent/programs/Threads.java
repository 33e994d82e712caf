package jfs.agent.programs;

import java.util.TreeSet;

/** Prints which threads there are after some connections, and ends. */
public final class Threads {

  private Threads() {}

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 3; i++) {
      try (Loopback c = new Loopback()) {
        Loopback.works(c.client, c.server);
      }
    }
    TreeSet<String> threads = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      threads.add(thread.getName() + (thread.isDaemon() ? " (daemon)" : ""));
    }
    threads.forEach(System.out::println);
  }
}
