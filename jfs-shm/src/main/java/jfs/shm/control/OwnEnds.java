package jfs.shm.control;

import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FirstUse;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;

/**
 * What the program's threads do with the ends of connections that this JVM holds: they enter them
 * into the registry, and have the manager's thread look for the other ends. Any thread may call,
 * but for what is said.
 *
 * <p>The tasks for the manager's thread are classes, not lambdas: a JVM takes ten times as long to
 * make a lambda, which would delay a program's first connection, and it may lack the memory for one
 * later.
 */
final class OwnEnds implements ShmEndpoint.Registrar {

  private final EndpointRegistry<ShmEndpoint> registry;
  private final Searches searches;
  private final Ports ports;
  private final Ports peersPorts;
  private final TaskQueue tasks;
  private final ManagerFailure failure;
  private final LongSupplier nanoTime;

  private final Telling telling = new Telling();

  /** When the manager's thread last looked for an end, whichever. Written by that thread. */
  private volatile long lookedAt;

  /** Used by the manager's thread alone, as is the next field; set before it runs tasks. */
  private PeerSearch search;

  private PairOfferer offerer;

  /** Tells peers that this JVM accepts connections at a port. */
  private record TellPort(OwnEnds ends, int port) implements Runnable {
    @Override
    public void run() {
      ends.search.tellPort(port);
    }
  }

  /** Looks for the other end. */
  private record Look(OwnEnds ends, ShmEndpoint endpoint) implements Runnable {
    @Override
    public void run() {
      if (ends.search.look(endpoint)) {
        ends.lookedAt = ends.nanoTime.getAsLong();
      }
    }
  }

  /** Answers the peer that looks for this end. */
  private record Answer(OwnEnds ends, ShmEndpoint endpoint) implements Runnable {
    @Override
    public void run() {
      ends.offerer.answer(endpoint);
    }
  }

  private final class Telling implements IntConsumer {
    @Override
    public void accept(int port) {
      tasks.execute(new TellPort(OwnEnds.this, port));
    }
  }

  /**
   * Makes this for a JVM that holds no end yet.
   *
   * @param ports at which this JVM accepts connections
   * @param peersPorts at which some peer does, or did
   */
  OwnEnds(
      EndpointRegistry<ShmEndpoint> registry,
      Searches searches,
      Ports ports,
      Ports peersPorts,
      TaskQueue tasks,
      ManagerFailure failure,
      LongSupplier nanoTime) {
    this.registry = registry;
    this.searches = searches;
    this.ports = ports;
    this.peersPorts = peersPorts;
    this.tasks = tasks;
    this.failure = failure;
    this.nanoTime = nanoTime;
    lookedAt = nanoTime.getAsLong() - ShmEndpoint.YOUNG_NANOS;
  }

  /**
   * Loads the classes of the tasks, so that no thread of the program needs memory for that. The
   * manager's thread calls this.
   */
  static void useOnce() {
    FirstUse.of(TellPort.class);
    FirstUse.of(Look.class);
    FirstUse.of(Answer.class);
  }

  /** Says what the tasks are done with. The manager's thread calls this before it runs any. */
  void doneBy(PeerSearch newSearch, PairOfferer newOfferer) {
    search = newSearch;
    offerer = newOfferer;
  }

  /**
   * Makes the endpoint of an end that is wanted; it is not in the registry yet.
   *
   * @param madeAt when its connection was made, by {@link System#nanoTime}
   */
  ShmEndpoint register(PairingEnd end, long madeAt) {
    return new ShmEndpoint(this, registry, end, nanoTime, madeAt);
  }

  /**
   * Enters an end into the registry first, and then looks for searches. Asks here for the end's
   * address, which may take a lock of the socket: the manager's thread must not take that.
   */
  @Override
  public void enter(ShmEndpoint endpoint) {
    if (!endpoint.ends().isKnown()) {
      return; // closed
    }
    registry.add(endpoint);
    if (failure.hasFailed()) {
      endpoint.explain(Reason.NO_RENDEZVOUS_DIR);
    }
    if (!endpoint.isConnector()) {
      ports.add(endpoint.ends().localPort(), telling);
    }
    if (searches.contain(endpoint.ends())) {
      tasks.execute(new Answer(this, endpoint));
    }
    ShmEndpoint other = registry.find(endpoint.ends().mirrored());
    if (other != null && other.isWanted()) {
      tasks.execute(new Look(this, other));
    }
  }

  @Override
  public void want(ShmEndpoint endpoint) {
    if (asksNobody(endpoint)) {
      endpoint.asked();
    } else if (endpoint.isConnector()) {
      tasks.execute(new Look(this, endpoint));
    } else {
      tasks.executeSoon(new Look(this, endpoint)); // the other end looks for this one
    }
  }

  /**
   * Whether a search would ask no peer: the program at the other end has no JFS, say. Such a search
   * comes whenever the connection's traffic has doubled, and each one wakes the manager's thread: a
   * server with plain clients would pay for several with each of its connections. So while an end
   * is young the thread looks for one a second, for what it notices beside: that this JVM's name in
   * the rendezvous directory is gone.
   *
   * <p>The other end is not missed. The program's thread enters this end and marks it as wanted,
   * and looks at the ports and the registry after that. The manager's thread notes a peer's port,
   * and a program's thread enters another end, before it searches the registry for wanted ends. All
   * of them write by a compare-and-set or to a volatile field before they read, so the thread that
   * comes second sees what the other one wrote.
   */
  private boolean asksNobody(ShmEndpoint endpoint) {
    return nanoTime.getAsLong() - lookedAt < ShmEndpoint.YOUNG_NANOS
        && endpoint.isYoung()
        && !(endpoint.isConnector() && peersPorts.contains(endpoint.ends().remotePort()))
        && registry.find(endpoint.ends().mirrored()) == null;
  }

  @Override
  public void remove(ShmEndpoint endpoint) {
    registry.remove(endpoint);
  }
}
