package jfs.rdma.verbs;

import java.nio.ByteBuffer;

/**
 * Room for messages, as {@link VerbsEndpoint}s send and receive them. On the heap, since the native
 * library copies them: direct memory counts against -XX:MaxDirectMemorySize, of which the program
 * may have left nothing.
 */
public final class MessageRoom {

  /** The bytes of a message; what they mean is for the two ends of a connection. */
  public static final int SIZE = 32;

  private MessageRoom() {}

  /** Room for so many, one after the other. */
  public static ByteBuffer of(int messages) {
    return ByteBuffer.allocate(messages * SIZE);
  }

  /** The array behind such room, not a copy. */
  @SuppressWarnings("ByteBufferBackingArray") // the room is all of its array
  static byte[] bytes(ByteBuffer room) {
    return room.array();
  }
}
