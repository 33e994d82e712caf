package jfs.contract.channel;

import java.util.ArrayList;
import java.util.List;

/**
 * The pairings that the suite of channels runs over in this JVM.
 *
 * <p>The system property {@code jfs.contract.channel.roundTrips} says how many round trips precede
 * each case; without it none do, but in one pairing. None run where {@code jfs.contract.carriers}
 * is set, because that run is about what carries sockets.
 */
final class ChannelPairings {

  private static final Integer ROUND_TRIPS =
      Integer.getInteger("jfs.contract.channel.roundTrips", null);

  private static final int SOME = 3;

  private ChannelPairings() {}

  /** Every pairing. */
  static List<ChannelPairing> all() {
    List<ChannelPairing> all = new ArrayList<>();
    int roundTrips = ROUND_TRIPS == null ? 0 : ROUND_TRIPS;
    for (ChannelKind kind : kinds()) {
      PeerKind channels = new ChannelPeerKind(kind);
      PeerKind sockets = new SocketPeerKind();
      all.add(new ChannelPairing(kind, true, channels, ROUND_TRIPS == null ? SOME : ROUND_TRIPS));
      all.add(new ChannelPairing(kind, false, channels, roundTrips));
      all.add(new ChannelPairing(kind, true, sockets, roundTrips));
      all.add(new ChannelPairing(kind, false, sockets, roundTrips));
    }
    return all;
  }

  /** Every kind of channel, for cases that need no connection or make their own. */
  static List<ChannelKind> kinds() {
    boolean aboutSockets = System.getProperty("jfs.contract.carriers") != null;
    return aboutSockets ? List.of() : List.of(new DefaultChannelKind());
  }
}
