package jfs.contract.channel.asynchronous;

import java.util.ArrayList;
import java.util.List;
import jfs.contract.channel.PeerKind;

/**
 * The two ends of a connection, one of them the asynchronous channel that a case is about.
 *
 * @param connects whether the channel is the end that connects; otherwise it is accepted
 * @param peer the kind of the other end
 */
record AsynchronousPairing(boolean connects, PeerKind peer) {

  /** Every pairing; none where the run is about what carries sockets. */
  static List<AsynchronousPairing> all() {
    List<AsynchronousPairing> all = new ArrayList<>();
    if (System.getProperty("jfs.contract.carriers") == null) {
      all.add(new AsynchronousPairing(true, new AsynchronousPeerKind()));
      all.add(new AsynchronousPairing(false, new AsynchronousPeerKind()));
      for (PeerKind peer : PeerKind.all()) {
        all.add(new AsynchronousPairing(true, peer));
        all.add(new AsynchronousPairing(false, peer));
      }
    }
    return all;
  }

  /** Whether the peer can end the connection by a reset. */
  boolean canReset() {
    return !(peer instanceof AsynchronousPeerKind);
  }

  @Override
  public String toString() {
    return "asynchronous channel" + (connects ? " to " : " from ") + peer.name();
  }
}
