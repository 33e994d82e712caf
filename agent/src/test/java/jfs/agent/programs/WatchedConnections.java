package jfs.agent.programs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Makes so many connections to itself by two threads, and reads all the while how many there were
 * from an MBean: each may count once, from before its connect has returned. Some stay as they are,
 * others prefer another transport from the start. {@code WatchedConnections COUNT}.
 */
public final class WatchedConnections {

  private static final int THREADS = 2;

  private final ObjectName name = new ObjectName("jfs:type=Connections");
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

  /** Those of which the connect has begun, and of which the connection was accepted. */
  private final AtomicInteger begun = new AtomicInteger();

  private final AtomicInteger made = new AtomicInteger();

  private WatchedConnections() throws Exception {}

  public static void main(String[] args) throws Exception {
    new WatchedConnections().run(Integer.parseInt(args[0]));
  }

  private void run(int count) throws Exception {
    while (!server.isRegistered(name)) {
      LockSupport.parkNanos(1_000_000);
    }
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> making = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      making.add(threads.submit(() -> make(count)));
    }
    while (!making.stream().allMatch(Future::isDone)) {
      look();
    }
    for (Future<?> one : making) {
      one.get();
    }
    look();
    System.out.println(figure("Opened") + " " + figure("Accepted") + " " + figure("Live"));
    System.exit(0);
  }

  private void look() throws Exception {
    for (String figure : List.of("Opened", "Accepted")) {
      int least = made.get();
      long told = figure(figure);
      int most = begun.get();
      if (told < least || told > most) {
        throw new IllegalStateException(figure + " " + told + " of " + least + " to " + most);
      }
    }
  }

  private long figure(String attribute) throws Exception {
    return ((Number) server.getAttribute(name, attribute)).longValue();
  }

  private Void make(int count) throws IOException {
    try (ServerSocket listener = Loopback.listen()) {
      for (int i = 0; i < count; i++) {
        begun.incrementAndGet();
        try (Socket client = new Socket()) {
          if (i % 2 == 0) {
            client.setPerformancePreferences(0, 1, 0);
          }
          client.connect(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
          try (Socket accepted = listener.accept()) {
            made.incrementAndGet();
            Loopback.transfer(client, accepted, 3);
          }
        }
      }
    }
    return null;
  }
}
