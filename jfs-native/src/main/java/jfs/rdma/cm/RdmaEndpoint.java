package jfs.rdma.cm;

import java.net.InetSocketAddress;
import java.util.Arrays;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.RegisteredEndpoint;
import jfs.core.transport.Registration;
import jfs.core.transport.TransportFailure;

/** An end of a connection that RDMA may serve. */
final class RdmaEndpoint extends RegisteredEndpoint implements Registration {

  /** Passes on to the reactor's thread what an end wants. Any thread may call. */
  interface Requester {

    /** An end that connected is worth a pair. */
    void request(RdmaEndpoint registered);

    /** Its connection is over, and its request may be under way. */
    void withdraw(RdmaEndpoint registered);
  }

  /** A peer asks again each time that its connection is twice as old: more than it ever asks. */
  private static final int NONCES = 16;

  private final Requester requester;
  private final EndpointRegistry<RdmaEndpoint> registry;

  /** Its pair, or null. For the reactor's thread only. */
  RdmaPair pair;

  /** It sends a request, or waits for its turn to. Written by the reactor's thread. */
  volatile boolean asking;

  /** How often this end has asked in vain. For the reactor's thread only. */
  int attempts;

  /** Its connection is over. */
  private volatile boolean withdrawn;

  /**
   * The random numbers of the last requests that were accepted, in a circle; null before the first.
   * For the reactor's thread only.
   */
  private byte[][] accepted;

  private int acceptedCount;

  RdmaEndpoint(Requester requester, EndpointRegistry<RdmaEndpoint> registry, PairingEnd end) {
    super(end, registry);
    this.requester = requester;
    this.registry = registry;
  }

  /** This end's address and port. */
  InetSocketAddress local() {
    return new InetSocketAddress(ends().localAddress(), ends().localPort());
  }

  /** The peer's address and port. */
  InetSocketAddress remote() {
    return new InetSocketAddress(ends().remoteAddress(), ends().remotePort());
  }

  /** A request with this random number is accepted. For the reactor's thread. */
  void accepts(byte[] nonce) {
    if (accepted == null) {
      accepted = new byte[NONCES][];
    }
    accepted[acceptedCount % NONCES] = nonce;
    acceptedCount++;
  }

  /**
   * Whether a request with this random number was accepted before: the peer takes a new number for
   * each, so another host has recorded that one. For the reactor's thread.
   */
  boolean hasAccepted(byte[] nonce) {
    for (int i = 0; i < Math.min(acceptedCount, NONCES); i++) {
      if (Arrays.equals(accepted[i], nonce)) {
        return true;
      }
    }
    return false;
  }

  /** Tells the end, if it is still there, why it stays on TCP. */
  void explain(Reason reason) {
    PairingEnd end = get();
    if (end != null) {
      end.explain(reason);
    }
  }

  /** Notes that RDMA has failed the connection, unless the program has forgotten it. */
  void failed(TransportFailure cause) {
    PairingEnd end = get();
    if (end != null) {
      end.failed(cause);
    }
  }

  /**
   * The pair is destroyed: drops it. Its transport holds the socket of an end that may have been
   * forgotten, and the registry keeps this object for longer.
   */
  void forget(RdmaPair over) {
    if (pair == over) {
      pair = null;
    }
  }

  boolean isWithdrawn() {
    return withdrawn;
  }

  /** The client asks; the acceptor waits for its request. */
  @Override
  public void want() {
    if (isConnector()) {
      try {
        requester.request(this);
      } catch (OutOfMemoryError e) {
        // The program is in a read or write, which is to succeed. This end asks again later.
      }
    }
  }

  @Override
  public void withdraw() {
    withdrawn = true;
    registry.remove(this);
    // The reactor writes asking and then reads withdrawn, so one of the two threads sees the
    // other's write.
    if (asking) {
      try {
        requester.withdraw(this);
      } catch (VirtualMachineError | LinkageError e) {
        // No memory, in a close that is to succeed. The reactor gives the request up when no answer
        // comes.
      }
    }
  }
}
