package jfs.shm;

import java.util.BitSet;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;

/**
 * Who is asked for the other ends of connections: those who have said that they accept connections
 * at the port, and nobody else. On the exchange's thread, but for {@link #ports}.
 */
final class PeerSearch {

  private final Exchange exchange;

  /** Where this JVM has accepted connections that are in the books: others look for those here. */
  private final Ports ports = new Ports();

  PeerSearch(Exchange exchange) {
    this.exchange = exchange;
  }

  Ports ports() {
    return ports;
  }

  /** Looks for the other end of a connection. */
  void look(Entry entry) {
    PairingEnd end = entry.get();
    if (end == null || (entry.transport != null && entry.transport.isComplete())) {
      return;
    }
    if (!end.isFree()) {
      Reason obstacle = end.obstacle();
      if (!obstacle.equals(Reason.CLOSED_EARLY)) { // that is a short life, and no obstacle
        end.explain(obstacle);
      }
      return;
    }
    entry.explainSilence();
    entry.asked();
    exchange.bePresent();
    Link only = null;
    int holders = 0;
    for (Link link : exchange.links().open()) {
      if (mayHold(link, entry)) {
        holders++;
        only = link;
      }
    }
    if (holders == 1 && entry.transport == null) {
      ask(only, entry, end);
    } else {
      lookEverywhere(entry);
    }
  }

  /**
   * Where only one JVM may hold the other end, it is offered memory at once: to look first would
   * wake each JVM once more. Not by an end that accepted, which is to know why there is no offer.
   */
  private void ask(Link link, Entry entry, PairingEnd end) {
    if (entry.isConnector() && !isOwn(link) && !link.isCongested()) {
      exchange.pairing().offer(link, entry, end);
    } else {
      link.look(entry);
    }
  }

  private void lookEverywhere(Entry entry) {
    for (Link link : exchange.links().open()) {
      look(link, entry);
    }
  }

  /** Looks over a link for all whose other end is wanted. */
  void lookAgain(Link link) {
    for (Entry entry : exchange.books().all()) {
      if (entry.isWanted()) {
        look(link, entry);
      }
    }
  }

  /** The same for those whose other end has one of these ports. */
  void lookAgain(Link link, BitSet at) {
    for (Entry entry : exchange.books().all()) {
      if (at.get(entry.ends().remotePort()) && entry.isWanted()) {
        look(link, entry);
      }
    }
  }

  /**
   * The end that connected looks, where connections to its peer's port are accepted. The one that
   * accepted looks as well if the connection is old: a search of the other's was forgotten, and is
   * not made again for a port that was told before. This JVM does not ask itself about an end that
   * it does not hold: entered later, it is looked for then.
   */
  private void look(Link link, Entry entry) {
    if (mayHold(link, entry) && !entry.isTaken(link)) {
      link.look(entry);
    }
  }

  private boolean mayHold(Link link, Entry entry) {
    return isOwn(link)
        ? exchange.links().serving().get(link.peerName()) == link
            && exchange.books().find(entry.ends().mirrored()) != null
        : entry.isConnector() ? link.accepts(entry.ends().remotePort()) : entry.isOld();
  }

  private boolean isOwn(Link link) {
    return exchange.presence().name().equals(link.peerName());
  }

  /** Another JVM is to know where this one accepts connections, and may be asked itself. */
  void met(Link link) {
    if (!isOwn(link)) {
      link.tellPorts();
    }
    lookAgain(link);
  }

  /** Connections are accepted at one more port. */
  void tellPort(int port) {
    for (Link link : exchange.links().serving().values()) {
      if (!isOwn(link)) {
        link.tellPort(port);
      }
    }
  }
}
