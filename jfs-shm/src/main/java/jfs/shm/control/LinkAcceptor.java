package jfs.shm.control;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.core.config.Log;

/** Accepts peers at this JVM's socket. Used by the manager's thread alone. */
final class LinkAcceptor {

  private static final long DEAF_MILLIS = 1000;

  private final LinkSelector selector;
  private final Presence presence;

  /** Null while the socket is not published. */
  private SelectionKey accepting;

  /** Whether a peer could not be accepted: none is until a moment later. */
  private boolean deaf;

  LinkAcceptor(LinkSelector selector, Presence presence) {
    this.selector = selector;
    this.presence = presence;
  }

  /** Publishes this JVM's socket; again, if it was removed. */
  void publish() throws IOException {
    ServerSocketChannel listener = presence.publish();
    SelectionKey former = accepting;
    boolean registered = false;
    try {
      accepting = selector.register(listener, SelectionKey.OP_ACCEPT, null);
      registered = true;
    } finally {
      if (!registered) {
        listener.close(); // peers are refused there, and remove the name, so that it is made again
      }
    }
    if (former != null) {
      former.channel().close();
    }
  }

  /** A peer has connected: gives it to the links. */
  void accept(ServerSocketChannel listener, PeerLinks links) {
    try {
      SocketChannel channel = listener.accept();
      if (channel != null) {
        give(channel, links);
      }
    } catch (IOException e) {
      // Most likely out of descriptors: the peer sees its connection stay silent. That stays ready
      // to be accepted, so the selector would not sleep.
      deaf = true;
      accepting.interestOps(0);
      Log.info("link not accepted: " + Log.describe(e));
    }
  }

  private static void give(SocketChannel channel, PeerLinks links) throws IOException {
    boolean given = false;
    try {
      links.accepted(channel);
      given = true;
    } finally {
      if (!given) {
        channel.close(); // no memory, say: the peer comes again
      }
    }
  }

  /** Accepts peers again, after a moment without. */
  void resume() {
    if (deaf) {
      deaf = false;
      accepting.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  /** How long the thread may sleep, given another limit; 0 is without limit. */
  long pauseMillis(long most) {
    return deaf ? Math.min(DEAF_MILLIS, most == 0 ? DEAF_MILLIS : most) : most;
  }

  /** Closes the socket. The kernel keeps it open until the selector is closed as well. */
  void close() throws IOException {
    SelectionKey last = accepting;
    accepting = null;
    if (last != null) {
      last.channel().close();
    }
  }
}
