package jfs.rdma.cm;

import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;

/**
 * Enters the ends of connections into the registry and their places into the {@link Listeners}, and
 * passes on what they want. Any thread may call, but for what is said to be for the reactor's.
 */
final class Registrar implements RdmaEndpoint.Requester {

  private final EndpointRegistry<RdmaEndpoint> registry;
  private final Listeners listeners;
  private final Availability availability;
  private final Tasks tasks;

  /** Null before the verbs are open, when no task is run. For the reactor's thread only. */
  private PairConnector connector;

  Registrar(
      EndpointRegistry<RdmaEndpoint> registry,
      Listeners listeners,
      Availability availability,
      Tasks tasks) {
    this.registry = registry;
    this.listeners = listeners;
    this.availability = availability;
    this.tasks = tasks;
  }

  /** What asks the peers from now on. For the reactor's thread. */
  void connector(PairConnector opened) {
    connector = opened;
  }

  /** Enters an end into the registry. */
  Registration register(PairingEnd end) {
    RdmaEndpoint registered = new RdmaEndpoint(this, registry, end);
    registry.add(registered);
    // The reactor sets the failure before it walks the registry. So either it finds the end there,
    // or this thread, which looks after it has entered the end, sees the failure here.
    Reason failed = availability.failure();
    if (failed != null) {
      end.explain(failed);
    }
    if (!end.isConnector()) {
      enterPlace(registered);
    }
    return registered;
  }

  /**
   * Enters a new place. This takes no task, for which memory might be lacking: the listeners keep
   * the place.
   */
  private void enterPlace(RdmaEndpoint accepted) {
    try {
      if (!listeners.knows(accepted.local()) && availability.failure() == null) {
        tasks.wake();
      }
    } catch (OutOfMemoryError e) {
      // The next connection that is accepted there enters it, or wakes the reactor.
    }
  }

  /** Tells all ends why they stay on TCP. For the reactor's thread. */
  void explain(Reason reason) {
    for (RdmaEndpoint registered : registry.all()) {
      registered.explain(reason);
    }
  }

  @Override
  public void request(RdmaEndpoint registered) {
    tasks.execute(new Request(registered));
  }

  @Override
  public void withdraw(RdmaEndpoint registered) {
    tasks.execute(new Withdrawal(registered));
  }

  /** A class and not a lambda, as the one below: a program's first connection makes one. */
  final class Request implements Runnable {
    private final RdmaEndpoint registered;

    Request(RdmaEndpoint registered) {
      this.registered = registered;
    }

    @Override
    public void run() {
      connector.connect(registered);
    }
  }

  final class Withdrawal implements Runnable {
    private final RdmaEndpoint registered;

    Withdrawal(RdmaEndpoint registered) {
      this.registered = registered;
    }

    @Override
    public void run() {
      connector.withdrawn(registered);
    }
  }
}
