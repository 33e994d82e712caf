package jfs.shm.control;

import java.util.BitSet;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;

/**
 * Decides which peers are asked for the other end of a connection. An end that connected asks only
 * peers that have said that they accept connections at the port. Runs on the manager's thread.
 */
class PeerSearch {

  private final String ownName;
  private final EndpointRegistry<ShmEndpoint> registry;
  private final PeerLinks links;
  private final PairOfferer offerer;

  /**
   * Makes the search of a JVM.
   *
   * @param ownName the JVM's name in the rendezvous directory
   */
  PeerSearch(
      String ownName,
      EndpointRegistry<ShmEndpoint> registry,
      PeerLinks links,
      PairOfferer offerer) {
    this.ownName = ownName;
    this.registry = registry;
    this.links = links;
    this.offerer = offerer;
  }

  /**
   * Looks for the other end of a connection, and whether this JVM can be found; returns false if
   * the connection needs neither.
   */
  boolean look(ShmEndpoint endpoint) {
    PairingEnd end = endpoint.get();
    if (end == null || (endpoint.pair != null && endpoint.pair.transport().isComplete())) {
      return false;
    }
    if (!end.isFree()) {
      Reason obstacle = end.obstacle();
      if (!obstacle.equals(Reason.CLOSED_EARLY)) { // it closed early, which is no obstacle
        end.explain(obstacle);
      }
      return false;
    }
    endpoint.explainSilence();
    endpoint.asked();
    links.bePresent();
    PeerLink only = null;
    int holders = 0;
    for (PeerLink link : links.open()) {
      if (mayHold(link, endpoint)) {
        holders++;
        only = link;
      }
    }
    if (holders == 1 && endpoint.pair == null) {
      ask(only, endpoint, end);
    } else {
      lookEverywhere(endpoint);
    }
    return true;
  }

  /**
   * If only one JVM may hold the other end, offers it memory at once: a LOOK before that would wake
   * each JVM once more. An end that accepted sends a LOOK, to be told why there is no offer. So
   * does one whose peer may be in another network namespace: only a JVM that holds such a
   * connection is to be involved.
   */
  private void ask(PeerLink link, ShmEndpoint endpoint, PairingEnd end) {
    if (endpoint.isConnector() && !isOwn(link) && !link.terms().crossing() && !link.isCongested()) {
      offerer.offer(link, endpoint, end);
    } else {
      link.look(endpoint);
    }
  }

  private void lookEverywhere(ShmEndpoint endpoint) {
    for (PeerLink link : links.open()) {
      look(link, endpoint);
    }
  }

  /** Looks over a link for the other ends of all wanted connections. */
  void lookAgain(PeerLink link) {
    for (ShmEndpoint endpoint : registry.all()) {
      if (endpoint.isWanted()) {
        look(link, endpoint);
      }
    }
  }

  /** The same for connections to one of these ports of the peer. */
  void lookAgain(PeerLink link, BitSet at) {
    for (ShmEndpoint endpoint : registry.all()) {
      if (at.get(endpoint.ends().remotePort()) && endpoint.isWanted()) {
        look(link, endpoint);
      }
    }
  }

  /**
   * The end that connected looks at peers that accept connections at its remote port. The end that
   * accepted also looks if the connection is old: the other end's search is forgotten by then, and
   * is not repeated for a port that was announced before. This JVM does not ask itself about an end
   * that it does not hold: it looks when that end is registered.
   */
  private void look(PeerLink link, ShmEndpoint endpoint) {
    if (mayHold(link, endpoint) && !endpoint.isTaken(link)) {
      link.look(endpoint);
    }
  }

  private boolean mayHold(PeerLink link, ShmEndpoint endpoint) {
    if (link.terms().crossing() && !NamespaceProofs.mayCross(endpoint.ends())) {
      return false;
    }
    return isOwn(link)
        ? links.serving().get(link.peerName()) == link
            && registry.find(endpoint.ends().mirrored()) != null
        : endpoint.isConnector()
            ? link.accepts(endpoint.ends().remotePort())
            : link.terms().compatible() && endpoint.isOld();
  }

  private boolean isOwn(PeerLink link) {
    return ownName.equals(link.peerName());
  }

  /**
   * A link begins to serve: tells the peer this JVM's ports, and looks for ends that it may hold.
   */
  void met(PeerLink link) {
    if (!isOwn(link)) {
      link.tellPorts();
    }
    lookAgain(link);
  }

  /** Tells all peers one more port of this JVM. */
  void tellPort(int port) {
    for (PeerLink link : links.serving().values()) {
      if (!isOwn(link)) {
        link.tellPort(port);
      }
    }
  }
}
