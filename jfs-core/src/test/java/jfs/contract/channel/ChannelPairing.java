package jfs.contract.channel;

/**
 * The two ends of a connection, one of them the channel that a case is about.
 *
 * @param kind of the channel
 * @param connects whether the channel is the end that connects; otherwise it is accepted
 * @param peer the kind of the other end
 * @param roundTrips how many times a byte goes to the peer and back before the case begins, so that
 *     the connection has left TCP by then if it is going to
 */
public record ChannelPairing(ChannelKind kind, boolean connects, PeerKind peer, int roundTrips) {

  @Override
  public String toString() {
    String ends = kind.name() + (connects ? " to " : " from ") + peer.name();
    return roundTrips == 0 ? ends : ends + " after " + roundTrips + " round trips";
  }
}
