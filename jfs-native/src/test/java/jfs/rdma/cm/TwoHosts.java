package jfs.rdma.cm;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.core.runtime.ServiceThreads;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Registration;
import jfs.natives.Fds;
import jfs.rdma.stream.ConnectionProbe;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.stream.SpillBudget;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MemoryFabric;
import jfs.rdma.verbs.MemoryPages;
import jfs.rdma.verbs.MemoryVerbs;
import jfs.rdma.verbs.RingPages;

/** Two reactors with devices that are joined in memory. */
public final class TwoHosts {

  static final int PORT = 4000;

  private final InetAddress clientAddress;
  private final InetAddress serverAddress;
  private final MemoryFabric fabric;
  private final MemoryVerbs clientVerbs;
  private final MemoryVerbs serverVerbs;
  private final Reactor client;
  private final Reactor server;

  /** Enough for long rings. */
  static final long BUDGET = 64L << 20;

  private int lastPort = 50_000;

  private TwoHosts(
      ClusterKey clientKey,
      ClusterKey serverKey,
      long clientBudget,
      long serverBudget,
      SpillBudget serverSpill,
      RingPages.Source source)
      throws IOException {
    clientAddress = InetAddress.getByName("192.0.2.1");
    serverAddress = InetAddress.getByName("192.0.2.2");
    fabric = new MemoryFabric();
    serverVerbs = new MemoryVerbs(fabric, source);
    clientVerbs = new MemoryVerbs(fabric, source);
    client = start(clientVerbs, clientKey, clientBudget, SpillBudget.ofProcess());
    server = start(serverVerbs, serverKey, serverBudget, serverSpill);
  }

  private TwoHosts(
      ClusterKey clientKey,
      ClusterKey serverKey,
      long clientBudget,
      long serverBudget,
      SpillBudget serverSpill)
      throws IOException {
    this(clientKey, serverKey, clientBudget, serverBudget, serverSpill, bytes -> new MemoryPages());
  }

  /** With this source of memory for rings. */
  TwoHosts(ClusterKey key, RingPages.Source source) throws IOException {
    this(key, key, BUDGET, BUDGET, SpillBudget.ofProcess(), source);
  }

  TwoHosts(ClusterKey clientKey, ClusterKey serverKey) throws IOException {
    this(clientKey, serverKey, BUDGET, BUDGET, SpillBudget.ofProcess());
  }

  /** With a limit of what the client may pin. */
  public TwoHosts(long clientBudget) throws IOException {
    this(clientBudget, BUDGET);
  }

  TwoHosts(long clientBudget, long serverBudget) throws IOException {
    this(ClusterKey.none(), ClusterKey.none(), clientBudget, serverBudget, SpillBudget.ofProcess());
  }

  /** With a limit of unread bytes that the server may keep. */
  public TwoHosts(SpillBudget serverSpill) throws IOException {
    this(ClusterKey.none(), ClusterKey.none(), BUDGET, BUDGET, serverSpill);
  }

  public TwoHosts() throws IOException {
    this(ClusterKey.none(), ClusterKey.none());
  }

  private static Reactor start(MemoryVerbs verbs, ClusterKey key, long budget, SpillBudget spill) {
    Reactor reactor = new Reactor(() -> verbs, key, () -> budget, spill, new Reopening());
    ServiceThreads.lasting(reactor, "reactor").start();
    return reactor;
  }

  MemoryFabric fabric() {
    return fabric;
  }

  MemoryVerbs clientVerbs() {
    return clientVerbs;
  }

  MemoryVerbs serverVerbs() {
    return serverVerbs;
  }

  Reactor client() {
    return client;
  }

  Reactor server() {
    return server;
  }

  private FourTuple newEnds() {
    return new FourTuple(clientAddress, ++lastPort, serverAddress, PORT);
  }

  /** The two ends of a connection, before pairing: the client's first. */
  public TestEnd[] newConnection() throws IOException {
    FourTuple ends = newEnds();
    return new TestEnd[] {new TestEnd(ends, true), new TestEnd(ends.mirrored(), false)};
  }

  /** The two ends of a committed pair. */
  public TestEnd[] pair() throws Exception {
    return pair(newConnection());
  }

  /** The same with this channel for the server's TCP. */
  public TestEnd[] pair(SocketChannel serversTcp) throws Exception {
    FourTuple ends = newEnds();
    return pair(
        new TestEnd[] {
          new TestEnd(ends, true),
          new TestEnd(ends.mirrored(), false, serversTcp, Fds.of(serversTcp))
        });
  }

  private TestEnd[] pair(TestEnd[] ends) throws Exception {
    server.register(ends[1]);
    ask(ends[0]);
    ends[0].committed();
    ends[1].committed();
    return ends;
  }

  /** Registers the end that accepted; its host listens for it when this returns. */
  public void accept(TestEnd end) throws Exception {
    server.register(end);
    onServer(() -> {});
  }

  /** Registers the end that connected, which asks for a pair at once. */
  public Registration ask(TestEnd end) {
    Registration registration = client.register(end);
    registration.want();
    return registration;
  }

  /** Runs something on the client's reactor's thread, and waits for it. */
  public void onClient(Runnable task) throws Exception {
    on(client, task);
  }

  /** Runs something on the server's reactor's thread, and waits for it. */
  public void onServer(Runnable task) throws Exception {
    on(server, task);
  }

  /** Keeps both reactors' threads from anything else until then. */
  public void occupyUntil(CountDownLatch end) {
    for (Reactor reactor : new Reactor[] {client, server}) {
      reactor
          .tasks()
          .execute(
              () -> {
                try {
                  end.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
    }
  }

  /** The pair of a transport. */
  static RdmaPair pair(RdmaTransport transport) {
    return (RdmaPair) ConnectionProbe.owner(transport);
  }

  /** The endpoint of a transport. */
  public static MemoryEndpoint endpoint(RdmaTransport transport) {
    return (MemoryEndpoint) pair(transport).endpoint();
  }

  /** Runs something on a reactor's thread, and waits for it. */
  static void on(Reactor reactor, Runnable task) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    reactor
        .tasks()
        .execute(
            () -> {
              try {
                task.run();
                done.complete(null);
              } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
              }
            });
    done.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
