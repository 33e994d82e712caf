package jfs.core.host;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jfs.core.transport.FourTuple;

/**
 * The connections of one listener's address and port that two lists of sockets have, and a list
 * before these. Immutable.
 */
final class ListenerConnections {

  private final SocketList former;
  private final SocketList last;

  /** The ends of clients that were open before. */
  private final Set<Long> earlier;

  /**
   * Those that were open both ways in both lists: by the ends of their clients, as their servers
   * see these, and as the clients' own sockets do.
   */
  private final Set<Long> servers;

  private final Set<Long> clients;

  /** Whether each of these has both ends, and so has each other connection of such an end. */
  private final boolean areWhole;

  /**
   * Looks at three lists.
   *
   * @param any a connection to the listener, as its accepted end sees it
   * @param redirectable as in {@link SocketList#hasLonely}
   */
  ListenerConnections(
      SocketList first, SocketList former, SocketList last, FourTuple any, boolean redirectable) {
    this.former = former;
    this.last = last;
    earlier = first.clients(any).keySet();
    Map<Long, Long> lastServers = last.servers(any);
    Map<Long, Long> lastClients = last.clients(any);
    servers = inBoth(former.servers(any), lastServers);
    clients = inBoth(former.clients(any), lastClients);
    Set<Long> ends = new HashSet<>(lastServers.keySet());
    ends.addAll(lastClients.keySet());
    areWhole = servers.equals(clients) && !last.hasLonely(ends, any, redirectable);
  }

  /** Of sockets by an end, with their inodes: the ends of those that are the same. */
  private static Set<Long> inBoth(Map<Long, Long> one, Map<Long, Long> other) {
    Set<Long> both = new HashSet<>();
    for (Map.Entry<Long, Long> socket : one.entrySet()) {
      Long inode = other.get(socket.getKey());
      // One that nobody has accepted yet has none.
      if (inode != null
          && (inode.equals(socket.getValue()) || Math.min(inode, socket.getValue()) == 0)) {
        both.add(socket.getKey());
      }
    }
    return both;
  }

  /**
   * Whether the kernel has rewritten a connection. If it may have rewritten another one of the
   * listener, that is not known: this one's client may be that one's.
   *
   * @param asked the connection, as its accepted end sees it
   * @return null if the lists do not tell
   */
  Boolean isRewritten(FourTuple asked) {
    long client = SocketList.remoteEnd(asked);
    if (!servers.contains(client)) {
      return null; // closed, or half-closed
    }
    if (clients.contains(client)) {
      // One that has just come may have a server of its own that the lists have passed by.
      boolean isWhatItSeems = areWhole && earlier.contains(client);
      return isWhatItSeems ? Boolean.FALSE : null;
    }
    FourTuple mirror = asked.mirrored();
    boolean hasClient = former.has(mirror) || last.has(mirror);
    return hasClient ? null : Boolean.TRUE;
  }
}
