package jfs.rdma.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MessageRoom;
import jfs.rdma.verbs.PollResult;
import jfs.rdma.verbs.VerbsEndpoint;

/** Messages of a peer that a test plays. */
public final class TestMessages {

  private static final int RING = 4096;

  private TestMessages() {}

  /** A PROOF. */
  public static ByteBuffer proof(byte[] proof) {
    return Message.ofProof(proof);
  }

  /** A HELLO, with a new ring of the endpoint that sends it. */
  public static ByteBuffer hello(MemoryEndpoint from) throws IOException {
    VerbsEndpoint.Region ring = from.register(ByteBuffer.allocateDirect(RING), true);
    ByteBuffer message = MessageRoom.of(1);
    int slots = VerbsEndpoint.RECEIVE_SLOTS - 3;
    Message.put(message, Message.HELLO, 0, slots, 0, RING, ring.address(), ring.remoteKey());
    Message.putStaging(message, RING);
    return message;
  }

  /** Whether it is a PROOF. */
  public static boolean isProof(ByteBuffer message) {
    return Message.type(message, 0) == Message.PROOF;
  }

  /** Whether it is a HELLO. */
  public static boolean isHello(ByteBuffer message) {
    return Message.type(message, 0) == Message.HELLO;
  }

  /** Whether its sender's process is ending. */
  public static boolean isLast(ByteBuffer message) {
    return (Message.flags(message, 0) & Message.LAST) != 0;
  }

  /** Its field {@code large}. */
  public static long large(ByteBuffer message) {
    return Message.large(message, 0);
  }

  /** The next matching message that a test's own end gets. */
  public static ByteBuffer next(MemoryEndpoint end, Predicate<ByteBuffer> such) throws IOException {
    ByteBuffer inbox = MessageRoom.of(VerbsEndpoint.MESSAGES_AT_ONCE);
    while (true) {
      int count = PollResult.messages(end.poll(inbox));
      for (int i = 0; i < count; i++) {
        ByteBuffer message = inbox.slice(i * MessageRoom.SIZE, MessageRoom.SIZE);
        if (such.test(message)) {
          return message;
        }
      }
      Thread.onSpinWait();
    }
  }
}
