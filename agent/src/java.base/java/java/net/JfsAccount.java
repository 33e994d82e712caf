package java.net;

/**
 * What a channel has read and written on TCP by itself, while JFS had no part in it. The thread
 * that has the channel's turn to read writes half of the fields, and the thread that has the turn
 * to write the others. The next thread with that turn sees them, since a turn is a lock. A thread
 * without it may ask, too, and may get figures of a moment ago. That is good enough for a status,
 * and for when to ask JFS next. A selector's thread that asks whether the peer's switch is reached
 * may find that it is not; the read that reaches it has it look again. At a close no thread has a
 * turn.
 */
public final class JfsAccount {

  private final int callMicros;
  private final int turnMicros;
  private final int bytesShift;

  private long received;
  private long readMicros;
  private long sent;
  private long writtenMicros;

  /** Whether the channel has written since it last read. Each of the two threads sets it. */
  private boolean awaitsAnswer = true;

  /** Whether it is unknown how many bytes TCP has taken. */
  private boolean uncertain;

  private long due = Long.MAX_VALUE;

  /**
   * Makes one with nothing in it.
   *
   * @param callMicros what a call is worth, in microseconds
   * @param turnMicros what an answer is worth
   * @param bytesShift how many bytes are worth one more: 2 to the power of this
   */
  public JfsAccount(int callMicros, int turnMicros, int bytesShift) {
    this.callMicros = callMicros;
    this.turnMicros = turnMicros;
    this.bytesShift = bytesShift;
  }

  /** Counts a read; whether {@link JfsChannelEnd#due} is to be called. */
  public boolean read(int bytes) {
    received += bytes;
    long micros = readMicros + callMicros + (bytes >> bytesShift);
    if (awaitsAnswer) {
      awaitsAnswer = false;
      micros += turnMicros;
    }
    readMicros = micros;
    return micros + writtenMicros >= due;
  }

  /** Counts a write; whether {@link JfsChannelEnd#due} is to be called. */
  public boolean wrote(long bytes) {
    awaitsAnswer = true;
    sent += bytes;
    long micros = writtenMicros + callMicros + (bytes >> bytesShift);
    writtenMicros = micros;
    return micros + readMicros >= due;
  }

  /** A write has failed, and may have sent something. */
  public void writeFailed() {
    uncertain = true;
  }

  /** Sets with which savings to call. */
  public void due(long micros) {
    due = micros;
  }

  /** How many bytes were read. */
  public long received() {
    return received;
  }

  /** How many bytes were written. */
  public long sent() {
    return sent;
  }

  /** Whether it may have been more. */
  public boolean isUncertain() {
    return uncertain;
  }

  /** What all of that would have saved, in microseconds. */
  public long savedMicros() {
    return readMicros + writtenMicros;
  }
}
