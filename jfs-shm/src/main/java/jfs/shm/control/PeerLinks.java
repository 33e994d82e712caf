package jfs.shm.control;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jfs.core.config.Log;
import jfs.core.platform.JdkSelectors;

/**
 * The links to other JVMs and to this one: how they begin and end. Runs on the manager's thread.
 */
final class PeerLinks {

  /**
   * The most links at a time. Each takes a descriptor, and there is one for each JVM of the user
   * that runs on this host, or two where both JVMs have visited each other. Beyond that, a JVM has
   * no link: its connections to this one stay on TCP.
   */
  static final int MOST = 1024;

  /** So many at most leave room again for JVMs that found none: not one for each link that ends. */
  static final int ROOMY = MOST - MOST / 8;

  private final PeerLink.Common common;
  private final Presence presence;
  private final LinkSelector selector;
  private final LinkAcceptor acceptor;
  private final Searches searches;
  private final ManagerFailure failure;

  /** By the peer's name. Concurrent, since sending on a link may find it dead and remove it. */
  private final Map<String, PeerLink> serving = new ConcurrentHashMap<>();

  /** All open links: also those without a name yet, and a second one to the same peer. */
  private final Set<PeerLink> open = ConcurrentHashMap.newKeySet();

  private final Revisits revisits = new Revisits();

  /** Whether a JVM has found no room here: it may come again only minutes later. */
  private boolean turnedAway;

  PeerLinks(
      PeerLink.Common common,
      LinkSelector selector,
      LinkAcceptor acceptor,
      Searches searches,
      ManagerFailure failure) {
    this.common = common;
    presence = common.jvm().presence();
    this.selector = selector;
    this.acceptor = acceptor;
    this.searches = searches;
    this.failure = failure;
  }

  /** All links that are open. */
  Set<PeerLink> open() {
    return open;
  }

  /** The links that serve, one to each JVM. */
  Map<String, PeerLink> serving() {
    return serving;
  }

  /**
   * Makes a link to each JVM in the rendezvous directory that has none; first to this one, whose
   * connections to itself need it however many others there are.
   */
  void meetAll() throws IOException {
    Set<String> visited = new HashSet<>(); // also those that have sent no HELLO, or do not fit
    for (PeerLink link : open) {
      visited.add(link.visited());
    }
    List<String> names = presence.place().names();
    if (names.remove(presence.name())) {
      names.add(0, presence.name());
    }
    for (String present : names) {
      if (!serving.containsKey(present) && !visited.contains(present)) {
        visit(present);
      }
    }
  }

  /** Publishes the socket again if it was removed: JVMs that came later could not find this one. */
  void bePresent() {
    try {
      if (!presence.isPublished() && !presence.hasLeft()) {
        Log.info("the socket where JVMs meet was removed: made again");
        presence.reopen();
        acceptor.publish();
        meetAll();
      }
    } catch (IOException | RuntimeException e) {
      Log.info("no place to meet: " + Log.describe(e));
    }
  }

  /**
   * Makes a link to a JVM in the rendezvous directory, or removes its files if it is gone. If
   * neither is possible now, the JVM is visited again.
   */
  private void visit(String present) {
    RendezvousDirectory place = presence.place();
    try {
      if (isFull()) {
        turnedAway = true;
        throw new IOException("too many links");
      }
      SocketChannel channel =
          JdkSelectors.provider().openSocketChannel(StandardProtocolFamily.UNIX);
      boolean begun = false;
      try {
        channel.configureBlocking(false);
        if (!channel.connect(UnixDomainSocketAddress.of(place.socket(present)))) {
          throw new IOException("not connected at once");
        }
        begin(new PeerLink(common, channel, present), channel);
        begun = true;
      } catch (SocketException e) {
        // Nobody listens there; or the JVM has removed its files, as one does that exits.
        if (!(e instanceof ConnectException) && !Files.notExists(place.socket(present))) {
          throw e;
        }
        place.sweep(present);
        revisits.forget(present);
      } finally {
        if (!begun) {
          channel.close();
        }
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // None of these may end a turn: the manager would end, or repeat that turn for ever.
      Log.debug("no link to " + present + ": " + Log.describe(e));
      revisits.hungUp(present, System.nanoTime());
    }
  }

  /**
   * A peer has connected. If there are too many links, it is hung up on. It comes again, ever more
   * seldom, and is visited once there is room.
   */
  void accepted(SocketChannel channel) throws IOException {
    if (isFull()) {
      turnedAway = true;
      channel.close();
      Log.debug("no link to a peer that has connected: too many links");
    } else {
      begin(new PeerLink(common, channel, null), channel);
    }
  }

  private boolean isFull() {
    return open.size() >= MOST;
  }

  private void begin(PeerLink link, SocketChannel channel) throws IOException {
    open.add(link);
    boolean begun = false;
    try {
      channel.configureBlocking(false);
      link.begin(selector.register(channel, SelectionKey.OP_READ, link));
      begun = true;
    } finally {
      if (!begun) {
        link.close("it could not begin");
      }
    }
  }

  /**
   * The peer's HELLO has come. Called again if memory was lacking.
   *
   * @return whether this link serves: the JVMs fit, and no other link to the peer serves
   */
  boolean serve(PeerLink link) {
    if (!link.terms().compatible()) {
      return false;
    }
    PeerLink known = serving.putIfAbsent(link.peerName(), link);
    return known == null || known == link;
  }

  /**
   * A link has ended. If its JVM is gone too, its files are removed. Called again if memory was
   * lacking.
   */
  void ended(PeerLink link) {
    open.remove(link);
    searches.forget(link);
    String peer = link.peerName();
    if (peer == null && link.visited() != null) {
      revisits.hungUp(link.visited(), System.nanoTime());
    } else if (peer != null && serving.get(peer) == link) {
      if (failure.isOver()) {
        revisits.forget(peer);
      } else if (link.hasLasted()) {
        revisits.forget(peer);
        visit(peer);
      } else {
        // Two JVMs that end their links at once, for whatever reason, would visit each other for
        // ever.
        revisits.hungUp(peer, System.nanoTime());
      }
      serving.remove(peer, link); // last: without it a repeated call would not visit the JVM
    }
  }

  /** How long the manager may sleep before it visits a JVM again; 0 is without limit. */
  long pauseMillis() {
    return revisits.pauseMillis(System.nanoTime());
  }

  /** Visits the JVMs again that hung up, and all that have no link if one found no room here. */
  void visitAgain() {
    long now = System.nanoTime();
    for (String name = revisits.next(now); name != null; name = revisits.next(now)) {
      if (!serving.containsKey(name)) {
        visit(name);
      }
      revisits.visited(name, now);
    }
    if (turnedAway && open.size() <= ROOMY) {
      meetTurnedAway();
    }
  }

  private void meetTurnedAway() {
    turnedAway = false; // first: this turns away again those that find no room now either
    try {
      meetAll();
    } catch (IOException | RuntimeException e) {
      Log.debug("JVMs that were turned away not visited", e);
    } catch (OutOfMemoryError e) {
      turnedAway = true; // this is done again
      throw e;
    }
  }

  void closeAll(String why) {
    for (PeerLink link : open) {
      link.close(why);
    }
  }
}
