package jfs.bench.nio;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jfs.bench.software.Software;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper server and a session of its client, on their own NIO code. */
final class ZooKeeperNodes implements Software {

  private static final int BYTES = 1000;
  private static final int AT_ONCE = 100;
  private static final int TICK_MILLIS = 2000;
  private static final int SESSION_MILLIS = 30_000;
  private static final long PATIENCE_SECONDS = 20;
  private static final String WATCHED = "/watched";

  private final BlockingQueue<WatchedEvent> events = new LinkedBlockingQueue<>();
  private ZooKeeper session;

  /** The payloads' numbers, by node. */
  private final List<Long> numbers = new ArrayList<>();

  private long number;

  /** What the watched node was last set to; 0 if it was not yet. */
  private long watched;

  private int next;

  @Override
  public int serve() throws Exception {
    System.setProperty("zookeeper.forceSync", "no"); // a disk is not what is measured
    Path folder = Files.createTempDirectory("zookeeper");
    ZooKeeperServer server = new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MILLIS);
    NIOServerCnxnFactory factory = new NIOServerCnxnFactory();
    factory.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    factory.startup(server);
    return factory.getLocalPort();
  }

  @Override
  public Operation phase(String name, int port) throws Exception {
    if (session == null) {
      connect(port);
    }
    return switch (name) {
      case "create" -> this::create;
      case "get" -> this::get;
      case "gets-at-once" -> this::getAtOnce;
      case "set" -> this::set;
      case "watch" -> this::watch;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private void connect(int port) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    Watcher watcher =
        event -> {
          if (event.getType() != Watcher.Event.EventType.None) {
            events.add(event);
          } else if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
            connected.countDown();
          }
        };
    session = new ZooKeeper("127.0.0.1:" + port, SESSION_MILLIS, watcher);
    if (!connected.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no session");
    }
    create(WATCHED);
  }

  private static String path(int node) {
    return "/node" + node;
  }

  private void create(String path) throws Exception {
    String made =
        session.create(
            path, Payloads.of(++number, BYTES), ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    require(made.equals(path), made);
  }

  private void create() throws Exception {
    create(path(numbers.size()));
    numbers.add(number);
  }

  private int nextNode() {
    return next++ % numbers.size();
  }

  private void get() throws Exception {
    int node = nextNode();
    Payloads.require(numbers.get(node), BYTES, session.getData(path(node), false, new Stat()));
  }

  private void getAtOnce() throws Exception {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      long wanted = numbers.get(nextNode());
      int node = (next - 1) % numbers.size();
      CompletableFuture<Void> one = new CompletableFuture<>();
      session.getData(
          path(node),
          false,
          (code, path, context, data, stat) -> {
            try {
              require(code == KeeperException.Code.OK.intValue(), "code " + code);
              Payloads.require(wanted, BYTES, data);
              one.complete(null);
            } catch (IllegalStateException e) {
              one.completeExceptionally(e);
            }
          },
          null);
      all.add(one);
    }
    for (CompletableFuture<Void> one : all) {
      one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void set() throws Exception {
    int node = nextNode();
    int version = session.setData(path(node), Payloads.of(++number, BYTES), -1).getVersion();
    require(version > 0, "version " + version);
    numbers.set(node, number);
  }

  /** Asks to be told of a change, changes it, and awaits the word. */
  private void watch() throws Exception {
    byte[] before = session.getData(WATCHED, true, new Stat());
    session.setData(WATCHED, Payloads.of(number + 1, BYTES), -1);
    WatchedEvent event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    require(
        event != null
            && event.getType() == Watcher.Event.EventType.NodeDataChanged
            && event.getPath().equals(WATCHED),
        String.valueOf(event));
    if (watched != 0) {
      Payloads.require(watched, BYTES, before);
    }
    watched = ++number;
  }

  private static void require(boolean right, String got) {
    if (!right) {
      throw new IllegalStateException("a wrong answer: " + got);
    }
  }
}
