package jfs.contract.channel;

import java.io.IOException;

/**
 * Says when both directions of a connection have left TCP, so that a case can begin there. The
 * system property {@code jfs.contract.channel.takeover} names a class that implements it, public
 * and with a public constructor without arguments. Without it nothing takes over.
 */
@FunctionalInterface
public interface Takeover {

  /**
   * Returns when the next byte of each direction will not go by TCP. May itself send bytes, if it
   * receives them as well: when it returns, all that was sent has been received.
   *
   * @param end what a case is about, connected with the peer
   * @throws AssertionError if the connection still is on TCP when it should not be
   */
  void await(PeerEnd end, PeerEnd peer) throws IOException;

  /** What the system property names. */
  static Takeover named() {
    String name = System.getProperty("jfs.contract.channel.takeover");
    if (name == null) {
      return (end, peer) -> {};
    }
    try {
      return Class.forName(name).asSubclass(Takeover.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
