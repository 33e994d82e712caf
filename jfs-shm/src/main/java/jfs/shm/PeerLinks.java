package jfs.shm;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jfs.core.config.Log;

/** The links to other JVMs, and to this one: how they begin and end. On the exchange's thread. */
final class PeerLinks {

  private final Exchange exchange;

  /** By the peer's name. Concurrent, since a link that is sent to may turn out to be dead. */
  private final Map<String, Link> serving = new ConcurrentHashMap<>();

  /** All that are open: also those that have no name yet, and a second one to the same peer. */
  private final Set<Link> open = ConcurrentHashMap.newKeySet();

  private final Revisits revisits = new Revisits();

  PeerLinks(Exchange exchange) {
    this.exchange = exchange;
  }

  /** All links that are open. */
  Set<Link> open() {
    return open;
  }

  /** The links that serve, one to each JVM. */
  Map<String, Link> serving() {
    return serving;
  }

  /** Makes a link to each JVM that is there and has none. */
  void meetAll() throws IOException {
    for (String present : exchange.presence().place().names()) {
      if (!serving.containsKey(present)) {
        visit(present);
      }
    }
  }

  /**
   * Makes a link to a JVM that is in the meeting place, or removes what is left of it. Where
   * neither can be done now, the JVM is visited again.
   */
  private void visit(String present) {
    MeetingPlace place = exchange.presence().place();
    try {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      boolean begun = false;
      try {
        channel.configureBlocking(false);
        if (!channel.connect(UnixDomainSocketAddress.of(place.socket(present)))) {
          throw new IOException("not connected at once");
        }
        begin(new Link(exchange, channel, present), channel);
        begun = true;
      } catch (ConnectException e) {
        revisits.forget(present);
        place.sweep(present);
      } finally {
        if (!begun) {
          channel.close();
        }
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // None of it is to end a turn: the exchange would do nothing else any more.
      Log.debug("no link to " + present + ": " + Log.describe(e));
      revisits.hungUp(present, System.nanoTime());
    }
  }

  /** Somebody has connected. */
  void accepted(SocketChannel channel) throws IOException {
    begin(new Link(exchange, channel, null), channel);
  }

  private void begin(Link link, SocketChannel channel) throws IOException {
    open.add(link);
    boolean begun = false;
    try {
      channel.configureBlocking(false);
      link.begin(exchange.register(channel, link));
      begun = true;
    } finally {
      if (!begun) {
        link.close("it could not begin");
      }
    }
  }

  /** The other side has said who it is; said again, if there was no memory to hear it. */
  void introduced(Link link) {
    if (link.isCompatible()) {
      Link known = serving.putIfAbsent(link.peerName(), link);
      if (known == null || known == link) {
        exchange.search().met(link);
      }
    }
  }

  /**
   * A link is no more. If its JVM is, nothing of it is to be left. Said again, if there was no
   * memory to hear it.
   */
  void ended(Link link) {
    open.remove(link);
    exchange.books().forget(link);
    String peer = link.peerName();
    if (peer == null && link.visited() != null) {
      revisits.hungUp(link.visited(), System.nanoTime());
    } else if (peer != null && serving.get(peer) == link) {
      if (exchange.isOver()) {
        revisits.forget(peer);
      } else if (link.hasLasted()) {
        revisits.forget(peer);
        visit(peer);
      } else {
        // Two that end their links at once, for whatever reason, would visit each other for ever.
        revisits.hungUp(peer, System.nanoTime());
      }
      serving.remove(peer, link); // last: were it gone, the JVM would not be visited again
    }
  }

  /** How long the exchange may sleep before it visits somebody again; 0 for ever. */
  long pauseMillis() {
    return revisits.pauseMillis(System.nanoTime());
  }

  /** Visits those again that hung up. */
  void visitAgain() {
    long now = System.nanoTime();
    for (String name = revisits.next(now); name != null; name = revisits.next(now)) {
      if (!serving.containsKey(name)) {
        visit(name);
      }
      revisits.visited(name, now);
    }
  }

  void closeAll(String why) {
    for (Link link : open) {
      link.close(why);
    }
  }
}
