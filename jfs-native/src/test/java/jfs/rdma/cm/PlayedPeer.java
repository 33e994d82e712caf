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
    byte[] proof = key.proof("asks", theirs, nonce);
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    VerbsEndpoint client =
        verbs.connect(
            theirs.localAddress(),
            new InetSocketAddress(theirs.remoteAddress(), theirs.remotePort()),
            RdmaGreeting.ours(theirs.localPort(), nonce, proof).bytes(),
            1);
    Event event = verbs.nextEvent(20_000);
    assertEquals(Event.Kind.ACCEPTED, event.kind());
    byte[] answer = RdmaGreeting.of(event.data()).nonce();
    return new Accepted((MemoryEndpoint) client, theirs, nonce, answer, event.peerNumber());
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
