package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.FourTuple;
import jfs.rdma.stream.TestMessages;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MemoryVerbs;
import jfs.rdma.verbs.VerbsEndpoint;

/** A client that a test plays, message by message. */
final class PlayedPeer {

  private PlayedPeer() {}

  /** A connection that the acceptor has accepted, before the client's proof. */
  static MemoryEndpoint ask(TwoHosts hosts, TestEnd[] ends, ClusterKey key) throws Exception {
    hosts.accept(ends[1]);
    FourTuple theirs = ends[0].ends();
    byte[] nonce = new byte[RdmaGreeting.NONCE];
    byte[] proof = key.proof("asks", theirs, nonce);
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    VerbsEndpoint client =
        verbs.connect(
            theirs.localAddress(),
            new InetSocketAddress(theirs.remoteAddress(), theirs.remotePort()),
            RdmaGreeting.ours(theirs.localPort(), nonce, proof).bytes(),
            1);
    assertEquals(Event.Kind.ACCEPTED, verbs.nextEvent(20_000).kind());
    return (MemoryEndpoint) client;
  }

  /**
   * A connection with an acceptor in limbo; returns the client's endpoint, from which the acceptor
   * awaits HELLO.
   */
  static MemoryEndpoint limbo(TwoHosts hosts, TestEnd[] ends) throws Exception {
    MemoryEndpoint client = ask(hosts, ends, ClusterKey.none());
    client.send(TestMessages.proof(new byte[ClusterKey.PROOF]));
    ends[1].installed.get(20, TimeUnit.SECONDS);
    return client;
  }

  static void send(MemoryEndpoint from, ByteBuffer message) {
    try {
      from.send(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
