package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.core.transport.FourTuple;
import jfs.rdma.stream.TestMessages;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MemoryVerbs;
import jfs.rdma.verbs.VerbsEndpoint;

/** A client that a test plays, message by message. */
final class PlayedPeer {

  private PlayedPeer() {}

  /**
   * A client's request that was accepted.
   *
   * @param nonce the client's random number
   * @param answer the acceptor's
   * @param acceptor the number of its queue pair
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Accepted(
      MemoryEndpoint client, FourTuple ends, byte[] nonce, byte[] answer, int acceptor) {

    /** The client's proof, as if its queue pair had this number. */
    byte[] proof(ClusterKey key, int clientNumber) {
      return key.proof("commits", ends, nonce, answer, numbers(clientNumber, acceptor));
    }
  }

  /** Two queue pairs' numbers, as proofs cover them. */
  static byte[] numbers(int client, int acceptor) {
    return ByteBuffer.allocate(8).putInt(client).putInt(acceptor).array();
  }

  /** A connection that the acceptor has accepted, before the client's proof. */
  static MemoryEndpoint ask(TwoHosts hosts, TestEnd[] ends, ClusterKey key) throws Exception {
    return accepted(hosts, ends, key).client();
  }

  /** The same, with what both ends know from then on. */
  static Accepted accepted(TwoHosts hosts, TestEnd[] ends, ClusterKey key) throws Exception {
    hosts.accept(ends[1]);
    FourTuple theirs = ends[0].ends();
    byte[] nonce = new byte[RdmaGreeting.NONCE];
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    VerbsEndpoint client = request(verbs, theirs, nonce, key);
    Event event = verbs.nextEvent(20_000);
    assertEquals(Event.Kind.ACCEPTED, event.kind());
    byte[] answer = RdmaGreeting.of(event.data()).nonce();
    return new Accepted((MemoryEndpoint) client, theirs, nonce, answer, event.peerNumber());
  }

  /** Asks for a pair of a connection's ends, as its client sees them, with this random number. */
  static VerbsEndpoint request(MemoryVerbs verbs, FourTuple ends, byte[] nonce, ClusterKey key)
      throws IOException {
    return verbs.connect(
        ends.localAddress(),
        new InetSocketAddress(ends.remoteAddress(), ends.remotePort()),
        RdmaGreeting.ours(ends.localPort(), nonce, key.proof("asks", ends, nonce)).bytes(),
        1);
  }

  /**
   * A connection with an acceptor in limbo; returns the client's endpoint, from which the acceptor
   * awaits HELLO.
   */
  static MemoryEndpoint limbo(TwoHosts hosts, TestEnd[] ends) throws Exception {
    MemoryEndpoint client = ask(hosts, ends, ClusterKey.none());
    client.send(TestMessages.proof(new byte[ClusterKey.PROOF]));
    ends[1].installed.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
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
