package jfs.agent.programs.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jfs.agent.programs.ServerHost;

/**
 * Random traffic between two JVMs, over channels with selectors; each may talk to {@link Soak} as
 * well, over sockets.
 *
 * <p>{@code SelectorSoak serve [orphans]}: accepts and plays, until a line comes on standard input;
 * with orphans, peers may be killed at any moment.
 *
 * <p>{@code SelectorSoak connect PORT CONNECTIONS SECONDS SEED}: keeps so many connections busy,
 * each with a new one after it. Both then say how many selections there were, and how many of them
 * and of the reads and writes after them were in vain.
 */
public final class SelectorSoak {

  private static final int LOOPS = 3;
  private static final int CONNECT_MILLIS = 30_000;
  private static final int CALM_GAMES = 20;

  private final Watch watch = new Watch();
  private final Pools pools = new Pools();
  private final List<SelectorLoop> loops = new ArrayList<>();
  private final AtomicLong inVain = new AtomicLong();

  /** One for each connection of this client that may be busy. */
  private final Semaphore idle = new Semaphore(0);

  private final boolean orphans;

  private SelectorSoak(boolean orphans) throws IOException {
    this.orphans = orphans;
    for (int i = 0; i < LOOPS; i++) {
      loops.add(new SelectorLoop(i));
    }
  }

  public static void main(String[] args) throws Exception {
    SelectorSoak soak = new SelectorSoak(args[args.length - 1].equals("orphans"));
    if (args[0].equals("serve")) {
      soak.serve();
    } else {
      soak.connect(
          new InetSocketAddress(ServerHost.ADDRESS, Integer.parseInt(args[1])),
          Integer.parseInt(args[2]),
          Integer.parseInt(args[3]),
          Long.parseLong(args[4]));
    }
    soak.watch.awaitAllEnded();
    soak.tell();
    System.exit(0);
  }

  private void tell() {
    long selections = 0;
    long selectionsInVain = 0;
    for (SelectorLoop loop : loops) {
      selections += loop.selections();
      selectionsInVain += loop.inVain();
    }
    System.out.println("played " + (watch.played() > 0 ? "some" : "none"));
    System.out.printf(
        "connections %d selections %d in vain %d operations in vain %d%n",
        watch.played(), selections, selectionsInVain, inVain.get());
    System.err.println(watch.played() + " connections, " + (watch.bytes() >> 20) + " MiB");
  }

  Watch watch() {
    return watch;
  }

  /** Whether a peer may be killed. */
  boolean mayBeOrphaned() {
    return orphans;
  }

  SelectorLoop anyLoop(Random random) {
    return loops.get(random.nextInt(LOOPS));
  }

  ExecutorService threads(Random random) {
    return pools.any(random);
  }

  /** A connection has ended. */
  void ended(boolean ofClient) {
    if (ofClient) {
      idle.release();
    }
  }

  /** An operation for which a key was ready has done nothing, if so. */
  void inVain(boolean so) {
    if (so) {
      inVain.incrementAndGet();
    }
  }

  private void serve() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(ServerHost.ADDRESS, 0), 200);
    listener.configureBlocking(false);
    System.out.println(((InetSocketAddress) listener.getLocalAddress()).getPort());
    Random random = new Random();
    SelectorLoop.Selected accepts = key -> accept(listener, random);
    SelectorLoop accepting = loops.get(0);
    accepting.execute(
        () -> {
          try {
            listener.register(accepting.selector(), SelectionKey.OP_ACCEPT, accepts);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    if (System.in.read() < 0) {
      throw new IllegalStateException("nobody is there");
    }
    listener.close();
  }

  private void accept(ServerSocketChannel listener, Random random) {
    try {
      for (SocketChannel next = listener.accept(); next != null; next = listener.accept()) {
        SelectorLoop loop = anyLoop(random);
        SelectedEnd end = SelectedEnd.accepted(this, loop, next);
        loop.execute(end::register);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void connect(InetSocketAddress server, int connections, int seconds, long seed)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Random random = new Random(seed);
    idle.release(connections);
    while (System.nanoTime() < end) {
      if (idle.tryAcquire(100, TimeUnit.MILLISECONDS)) {
        connect(server, random);
      }
    }
    // One at a time: with many, some may end before JFS gets to them.
    idle.acquire(connections);
    for (int i = 0; i < CALM_GAMES; i++) {
      connect(server, random);
      idle.acquire();
    }
  }

  private void connect(InetSocketAddress server, Random random) throws IOException {
    SocketChannel channel = SocketChannel.open();
    if (random.nextInt(4) == 0) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, random.nextBoolean());
    }
    if (random.nextInt(8) == 0) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, 1024 << random.nextInt(8));
    }
    switch (random.nextInt(3)) {
      case 0 -> {
        channel.configureBlocking(false);
        channel.connect(server);
      }
      case 1 -> channel.socket().connect(server, CONNECT_MILLIS);
      default -> channel.connect(server);
    }
    SelectorLoop loop = anyLoop(random);
    SelectedEnd opened =
        SelectedEnd.opened(this, loop, channel, ConnectionPlan.of(random.nextLong()));
    loop.execute(opened::register);
  }
}
