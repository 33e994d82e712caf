package jfs.rdma.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import jfs.rdma.verbs.MessageRoom;

/**
 * The layout of the control messages that two ends send each other beside the bytes; all numbers in
 * network order. Every message carries credit: how many bytes the sender's reader has taken, and
 * how many receive slots are free again. {@code docs/protocol-rdma.md} has the meanings.
 */
public final class Message {

  /** The bytes of a proof. */
  public static final int PROOF_SIZE = 16;

  /**
   * A flag beyond {@link jfs.core.tcp.Flags}: the process is ending, and these bytes may be its
   * last.
   */
  static final int LAST = 32;

  /** In a SWITCH: the direction stays on TCP, as if none had been sent. */
  static final long NOT_SWITCHED = -1;

  /** Tells the peer of the sender's ring; the client's HELLO also commits the pair. */
  static final byte HELLO = 1;

  /** Credit alone. */
  static final byte CREDIT = 2;

  /** Switches the sender's direction: TCP gets so many bytes in all. */
  static final byte SWITCH = 3;

  /** The sender's flags and buffers have changed. */
  static final byte STATE = 4;

  /** Asks for a doorbell: a reader sleeps in TCP. */
  static final byte RING = 5;

  /** There will be no pair; carries a reason's code. */
  static final byte REFUSE = 6;

  /** A byte of urgent data, and its position in the stream. */
  static final byte URGENT = 7;

  /**
   * Each end's first message: proves that it holds the key, is there now, and is connected to the
   * peer by these two queue pairs.
   */
  static final byte PROOF = 8;

  /**
   * Offsets: u8 type, u8 flags, u16 receive slots that are free again, i32, i64 bytes taken, i64,
   * i32, i32.
   */
  private static final int TYPE = 0;

  private static final int FLAGS = 1;
  private static final int SLOTS = 2;
  private static final int SMALL = 4;
  private static final int TAKEN = 8;
  private static final int LARGE = 16;
  private static final int KEY = 24;
  private static final int STAGING = 28;

  private Message() {}

  static void put(
      ByteBuffer to, byte type, int flags, int slots, long taken, int small, long large, int key) {
    to.put(TYPE, type)
        .put(FLAGS, (byte) flags)
        .putShort(SLOTS, (short) slots)
        .putInt(SMALL, small)
        .putLong(TAKEN, taken)
        .putLong(LARGE, large)
        .putInt(KEY, key)
        .putInt(STAGING, 0);
  }

  /** Of a HELLO: how many bytes the sender keeps at most that the peer has not yet taken. */
  static void putStaging(ByteBuffer to, int bytes) {
    to.putInt(STAGING, bytes);
  }

  static byte type(ByteBuffer message, int at) {
    return message.get(at + TYPE);
  }

  static int flags(ByteBuffer message, int at) {
    return message.get(at + FLAGS) & 0xff;
  }

  static int slots(ByteBuffer message, int at) {
    return message.getShort(at + SLOTS) & 0xffff;
  }

  static long taken(ByteBuffer message, int at) {
    return message.getLong(at + TAKEN);
  }

  static int small(ByteBuffer message, int at) {
    return message.getInt(at + SMALL);
  }

  static long large(ByteBuffer message, int at) {
    return message.getLong(at + LARGE);
  }

  static int key(ByteBuffer message, int at) {
    return message.getInt(at + KEY);
  }

  static int staging(ByteBuffer message, int at) {
    return message.getInt(at + STAGING);
  }

  static ByteBuffer ofProof(byte[] proof) {
    ByteBuffer message = MessageRoom.of(1);
    put(message, PROOF, 0, 0, 0, 0, 0, 0);
    return message.put(SMALL, proof);
  }

  static byte[] proof(ByteBuffer message, int at) {
    byte[] proof = new byte[PROOF_SIZE];
    message.get(at + SMALL, proof);
    return proof;
  }

  /** A REFUSE with a reason's code, of which it carries as much as there is room for. */
  public static ByteBuffer ofRefusal(String code) {
    ByteBuffer message = MessageRoom.of(1);
    put(message, REFUSE, 0, 0, 0, 0, 0, 0);
    byte[] text = code.getBytes(StandardCharsets.US_ASCII);
    return message.put(SMALL, text, 0, Math.min(text.length, MessageRoom.SIZE - SMALL));
  }

  static String refusal(ByteBuffer message, int at) {
    StringBuilder text = new StringBuilder();
    for (int i = SMALL; i < MessageRoom.SIZE && message.get(at + i) > 0; i++) {
      text.append((char) message.get(at + i));
    }
    return text.toString();
  }
}
