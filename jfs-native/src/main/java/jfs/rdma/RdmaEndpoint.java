package jfs.rdma;

import java.net.InetSocketAddress;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.RegisteredEndpoint;
import jfs.core.transport.Registration;

/** An end of a connection that RDMA may serve. */
final class RdmaEndpoint extends RegisteredEndpoint implements Registration {

  private final Reactor reactor;

  /** Its pair, or null. For the reactor's thread only. */
  Pair pair;

  RdmaEndpoint(Reactor reactor, EndpointRegistry<RdmaEndpoint> registry, PairingEnd end) {
    super(end, registry);
    this.reactor = reactor;
  }

  /** This end's address and port. */
  InetSocketAddress local() {
    return new InetSocketAddress(ends().localAddress(), ends().localPort());
  }

  /**
   * The pair is destroyed: drops it. Its transport holds the socket of an end that may have been
   * forgotten, and the registry keeps this object for longer.
   */
  void forget(Pair over) {
    if (pair == over) {
      pair = null;
    }
  }

  /** It sends a request, or waits for its turn to. Written by the reactor's thread. */
  volatile boolean asking;

  /** Its connection is over. */
  private volatile boolean withdrawn;

  boolean isWithdrawn() {
    return withdrawn;
  }

  /** How often this end has asked in vain. For the reactor's thread only. */
  int attempts;

  /** The client asks; the acceptor waits for its request. */
  @Override
  public void want() {
    if (isConnector()) {
      try {
        reactor.execute(() -> reactor.pairing().connect(this));
      } catch (OutOfMemoryError e) {
        // The program is in a read or write, which is to succeed. This end asks again later.
      }
    }
  }

  @Override
  public void withdraw() {
    withdrawn = true;
    reactor.registry().remove(this);
    // The reactor writes asking and then reads withdrawn, so one of the two threads sees the
    // other's write.
    if (asking) {
      try {
        reactor.execute(() -> reactor.pairing().withdrawn(this));
      } catch (VirtualMachineError | LinkageError e) {
        // No memory, in a close that is to succeed. The reactor gives the request up when no answer
        // comes.
      }
    }
  }
}
