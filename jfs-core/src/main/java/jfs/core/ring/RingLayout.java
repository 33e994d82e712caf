package jfs.core.ring;

import java.nio.ByteBuffer;
import jfs.core.tcp.Flags;

/**
 * The layout of a direction's control block and of a chunk. Two processes must agree on it, perhaps
 * with different versions of JFS. All values are in the machine's own byte order, because both ends
 * run on one machine.
 *
 * <p>Cache lines have 64 bytes. A value that one end writes while the other reads it in the hot
 * path has a line of its own. Such values are a pair of lines apart, because processors fetch lines
 * in pairs. The words that an end looks at after each operation lie with flags that seldom change,
 * so that looking costs no cache miss.
 */
public final class RingLayout {

  /** The size of a control block. */
  public static final int CONTROL_SIZE = 512;

  /** i64, by the sender: bytes ever put into the ring. */
  static final int TAIL = 0;

  /** i64, by the receiver: bytes ever taken from the ring. */
  static final int HEAD = 128;

  /** i32: how the receiver sleeps while it waits for bytes. */
  static final int RECEIVER_WAITS = 256;

  /** i32, by the receiver: {@link Flags}. */
  static final int RECEIVER_STATE = 260;

  /** i32: how the sender sleeps while it waits for room. */
  static final int SENDER_WAITS = 384;

  /** i32, by the sender: {@link Flags}. */
  static final int SENDER_STATE = 388;

  /** i32, by the receiver: the size of its TCP receive buffer, 0 if not known. */
  static final int RECEIVE_BUFFER = 264;

  /** i64, by the sender: what it gives to TCP before the switch, -1 until it announces that. */
  static final int SWITCH_AT = 392;

  /** i32, in the offerer's block: whether the pair is open, committed or aborted. */
  static final int DECISION = 400;

  /** i64, by the sender: 0, or after its return to TCP: 1 plus its doorbells before that. */
  static final int BACK_ON_TCP = 408;

  /** The size of what precedes a chunk's data. */
  public static final int CHUNK_HEADER = 64;

  /** i64: where in the stream the sender left this chunk, -1 while it has not. */
  static final int CHUNK_END = 0;

  /** i64: the descriptor of the chunk after this one. */
  static final int CHUNK_NEXT = 8;

  /** The smallest size of a chunk, its header included; sizes are multiples of it. */
  public static final int CHUNK_UNIT = 4096;

  /** The largest size of a chunk. */
  public static final int MAX_CHUNK = 1 << 24;

  private static final SharedWords WORDS = InstalledWords.find();

  private RingLayout() {}

  static long getAcquire(ByteBuffer memory, int at) {
    return WORDS.getAcquire(memory, at);
  }

  static void setRelease(ByteBuffer memory, int at, long value) {
    WORDS.setRelease(memory, at, value);
  }

  static int getInt(ByteBuffer memory, int at) {
    return WORDS.getVolatile(memory, at);
  }

  static void setInt(ByteBuffer memory, int at, int value) {
    WORDS.setVolatile(memory, at, value);
  }

  static int getAndSetInt(ByteBuffer memory, int at, int value) {
    return WORDS.getAndSet(memory, at, value);
  }

  static int getAndOrInt(ByteBuffer memory, int at, int bits) {
    return WORDS.getAndBitwiseOr(memory, at, bits);
  }

  static boolean compareAndSetInt(ByteBuffer memory, int at, int expected, int value) {
    return WORDS.compareAndSet(memory, at, expected, value);
  }

  /**
   * Does each of these once, in 8 bytes of direct memory that nothing else uses. The JVM links the
   * first call of each, which takes heap; a thread that reads, writes or closes may find none.
   */
  public static void useOnce(ByteBuffer scratch) {
    setRelease(scratch, 0, getAcquire(scratch, 0));
    setInt(scratch, 0, getInt(scratch, 0));
    getAndSetInt(scratch, 0, getAndOrInt(scratch, 0, 0));
    compareAndSetInt(scratch, 0, 0, 0);
    WaitWord word = new WaitWord(scratch, 0);
    word.arm(WaitWord.AWAKE); // with its fence
    word.disarm();
  }
}
