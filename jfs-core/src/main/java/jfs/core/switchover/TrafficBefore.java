package jfs.core.switchover;

/**
 * What went through a socket by TCP before JFS had a part in its connection. Made ahead, since
 * nothing may fail at the moment at which it is filled in. One thread at a time.
 */
public final class TrafficBefore {

  long received;
  boolean reading;
  long sent;
  boolean writing;
  long readMicros;
  long writtenMicros;
  boolean uncertain;

  /**
   * Sets how many bytes the program has got, those of a read under way apart.
   *
   * @param underWay whether a thread is in such a read
   * @param savedMicros what a transport would have saved by the reads, in microseconds
   */
  public void received(long bytes, boolean underWay, long savedMicros) {
    received = bytes;
    reading = underWay;
    readMicros = savedMicros;
  }

  /**
   * Sets how many bytes the program has given, those of a write under way apart.
   *
   * @param underWay whether a thread is in such a write
   * @param savedMicros what a transport would have saved by the writes, in microseconds
   * @param mayBeMore whether a write has failed, and may have sent more than that
   */
  public void sent(long bytes, boolean underWay, long savedMicros, boolean mayBeMore) {
    sent = bytes;
    writing = underWay;
    writtenMicros = savedMicros;
    uncertain = mayBeMore;
  }

  /** How many bytes the program has got. */
  public long received() {
    return received;
  }

  /** How many bytes the program has given. */
  public long sent() {
    return sent;
  }
}
