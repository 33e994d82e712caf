package jfs.shm.stream;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.ring.ControlBlock;
import jfs.core.transport.Anchor;

/**
 * What TCP brings after the peer's switch: doorbells, and behind them bytes of the stream again if
 * the peer has returned to TCP. One thread at a time, a reader, may call the methods that read or
 * keep bytes.
 */
final class TcpAfterSwitch {

  private static final int SCRATCH = 64;

  private final ControlBlock control;
  private final Anchor tcp;
  private final Doorbells doorbells;
  private final EarlyBytes early = new EarlyBytes();
  private final byte[] scratch = new byte[SCRATCH];

  /**
   * Whether a reader is in a read whose doorbells it has not counted yet, or has left one so, since
   * its stack overflowed. As the next, used by the thread that has the direction's lock to read.
   */
  private boolean reading;

  /** The stack overflowed in a read that may have brought bytes of the stream. */
  private boolean hasGap;

  TcpAfterSwitch(ControlBlock control, Anchor tcp) {
    this.control = control;
    this.tcp = tcp;
    doorbells = new Doorbells(control.receiverWaits());
  }

  Doorbells doorbells() {
    return doorbells;
  }

  /** A reader is about to read what is counted; {@link #readEnds} follows unless it can't. */
  void readBegins() {
    settle();
    reading = true;
  }

  /** What was read is counted. */
  void readEnds() {
    reading = false;
  }

  /** Takes note of a read in which the stack overflowed. */
  void settle() {
    if (reading) {
      hasGap |= hasReturned();
      doorbells.doubt();
      reading = false;
    }
  }

  /** Whether a doorbell and a byte of the stream can't be told from each other. */
  boolean isInDoubt() {
    return hasGap || doorbells.areDoubtful();
  }

  /** Whether the peer sends on TCP again, after what is left in the ring. Any thread may ask. */
  boolean hasReturned() {
    return control.doorbellsBeforeReturn() >= 0;
  }

  /** How many of the next bytes on TCP are doorbells; called by readers. */
  int doorbellsAmong(int n) {
    long rung = control.doorbellsBeforeReturn();
    return rung < 0 ? n : (int) Math.min(n, Math.max(0, rung - doorbells.read()));
  }

  /**
   * How many bytes of the stream there are.
   *
   * @param beforeSwitch how many bytes on TCP come before the peer's switch
   */
  int available(int beforeSwitch) throws IOException {
    int kept = early.count();
    if (!hasReturned()) {
      return kept;
    }
    int there = Math.max(0, tcp.available() - beforeSwitch);
    return kept + there - doorbellsAmong(there);
  }

  /**
   * Counts the doorbells among bytes that were read from TCP, and keeps the bytes behind them.
   *
   * @return false if there was no memory to keep them, or if it is not known which they are
   */
  boolean keep(byte[] bytes, int offset, int length) {
    if (hasReturned() && isInDoubt()) {
      return false;
    }
    int skipped = doorbellsAmong(length);
    doorbells.read(skipped);
    boolean kept = skipped == length || early.keep(bytes, offset + skipped, length - skipped);
    reading = false;
    return kept;
  }

  /** Takes some of the bytes that were kept, and returns how many; 0 if none are. */
  int takeKept(byte[] bytes, int offset, int length) {
    return early.take(bytes, offset, length);
  }

  /** Whether bytes were kept. */
  boolean hasKept() {
    return early.count() > 0;
  }

  /** An array for a reader that reads doorbells. */
  byte[] scratch() {
    return scratch;
  }

  /** Waits for bytes of a peer that {@linkplain #hasReturned has returned}; skips doorbells. */
  int read(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    for (int left = doorbellsAmong(SCRATCH); left > 0; left = doorbellsAmong(SCRATCH)) {
      readBegins();
      int n = readDoorbells(left, timeoutMillis);
      readEnds();
      if (isInDoubt()) {
        throw new SocketException("Connection reset");
      }
      if (n < 0) {
        break; // so does the next read
      }
      if (n == 0) {
        return 0; // does not wait, and no doorbell is there
      }
    }
    return readSome(bytes, offset, length, timeoutMillis);
  }

  private int readDoorbells(int most, int timeoutMillis) throws IOException {
    try {
      int n = readSome(scratch, 0, most, timeoutMillis);
      doorbells.read(Math.max(0, n));
      return n;
    } catch (IOException | RuntimeException | OutOfMemoryError | InternalError | LinkageError e) {
      readEnds();
      throw e;
    }
  }

  /**
   * Reads from TCP. The JDK reads into direct memory, of which it keeps for each thread as much as
   * the thread has asked for so far. A thread that has read from the ring alone may have asked for
   * little, and the program may have used up the rest. A read that fails for lack of memory has
   * taken no bytes, so it is repeated with less. (A write is not repeated: the thread that switched
   * has written to TCP, and part of the bytes might be on its way.)
   */
  private int readSome(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    int most = length;
    while (true) {
      try {
        return tcp.read(bytes, offset, most, timeoutMillis);
      } catch (OutOfMemoryError e) {
        if (most <= 1) {
          throw e;
        }
        most /= 2;
      }
    }
  }

  /** No thread will read any more. */
  void close() {
    early.close();
    doorbells.close();
  }
}
