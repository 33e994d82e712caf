package jfs.bench.peer;

import java.util.LinkedHashMap;
import java.util.Map;

/** All that is known, by its name. */
final class Peers {

  private static final Map<String, Peer> ALL = new LinkedHashMap<>();

  static {
    ALL.put("socket-channel", new TcpChannelPeer());
    ALL.put("unix-channel", new UnixChannelPeer());
    ALL.put("junixsocket", new JunixsocketPeer());
    for (NettyTransport transport : NettyTransport.values()) {
      ALL.put(transport.peer(), new NettyPeer(transport));
    }
    ALL.put("aeron-ipc", new AeronPeer());
  }

  private Peers() {}

  static Peer named(String name) {
    Peer peer = ALL.get(name);
    if (peer == null) {
      throw new IllegalArgumentException("no peer '" + name + "'; known: " + ALL.keySet());
    }
    return peer;
  }
}
