package jfs.bench.peer;

import java.util.LinkedHashMap;
import java.util.Map;
import jfs.bench.child.Bootstrap;
import jfs.bench.child.End;
import jfs.bench.child.Server;

/**
 * The programs that use other means than the JDK's sockets. Arguments: {@code server PEER}, {@code
 * client PEER NUMBER}, {@code check PEER}.
 */
public final class PeerMain implements Bootstrap.Family {

  private final Map<String, Peer> peers = new LinkedHashMap<>();

  private PeerMain() {
    peers.put("socket-channel", new TcpChannelPeer());
    peers.put("unix-channel", new UnixChannelPeer());
    peers.put("junixsocket", new JunixsocketPeer());
    for (NettyTransport transport : NettyTransport.values()) {
      peers.put(transport.peer(), new NettyPeer(transport));
    }
    peers.put("aeron-ipc", new AeronPeer());
  }

  public static void main(String[] args) {
    Bootstrap.run(new PeerMain(), args);
  }

  @Override
  public End open(String[] words) throws Exception {
    Peer peer = named(words[1]);
    return switch (words[0]) {
      case "server" -> Server.at(peer.serve());
      case "client" -> new PeerClient(peer.connect(Integer.parseInt(words[2])));
      case "check" -> UsableCheck.of(peer);
      default -> throw new IllegalArgumentException("no such end: " + words[0]);
    };
  }

  private Peer named(String name) {
    Peer peer = peers.get(name);
    if (peer == null) {
      throw new IllegalArgumentException("no peer '" + name + "'; known: " + peers.keySet());
    }
    return peer;
  }
}
