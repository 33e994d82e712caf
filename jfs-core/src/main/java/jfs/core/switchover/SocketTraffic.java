package jfs.core.switchover;

import jfs.core.carrier.OwnTraffic;
import jfs.core.stats.ConnectionStats;

/**
 * What went by a socket's TCP without JFS. The thread that has the lock of a direction counts
 * there. Statistics refer to this, so it must not refer to the socket: a forgotten one is to be
 * collected.
 */
final class SocketTraffic implements OwnTraffic {

  private final ConnectionStats stats;

  private volatile long received;
  private volatile long sent;
  private long readMicros;
  private long writtenMicros;

  /** Whether this end has written since it last read. A value that is lost matters little. */
  private boolean awaitsAnswer = true;

  private boolean uncertain;

  private volatile long due = Long.MAX_VALUE;

  SocketTraffic(ConnectionStats stats) {
    this.stats = stats;
  }

  /** Takes over what was counted elsewhere, before anything is counted here. */
  void takeOver(TrafficBefore before) {
    received = before.received;
    sent = before.sent;
    readMicros = before.readMicros;
    writtenMicros = before.writtenMicros;
    uncertain = before.uncertain;
  }

  /** Counts a read; returns whether it is time to ask whether the connection is worth more. */
  boolean read(int n) {
    long before = received;
    received = before + n;
    long micros = readMicros + UpgradePolicy.CALL_MICROS + (n >> UpgradePolicy.BYTES_SHIFT);
    if (awaitsAnswer) {
      awaitsAnswer = false;
      micros += UpgradePolicy.TURN_MICROS;
    }
    readMicros = micros;
    stats.countedElsewhere();
    return micros + writtenMicros >= due;
  }

  /** Counts a write, likewise. */
  boolean wrote(long n) {
    awaitsAnswer = true;
    long before = sent;
    sent = before + n;
    long micros = writtenMicros + UpgradePolicy.CALL_MICROS + (n >> UpgradePolicy.BYTES_SHIFT);
    writtenMicros = micros;
    stats.countedElsewhere();
    return micros + readMicros >= due;
  }

  /** A write has failed, and may have sent something. */
  void writeFailed() {
    uncertain = true;
  }

  @Override
  public long received() {
    return received;
  }

  @Override
  public long sent() {
    return sent;
  }

  @Override
  public boolean isUncertain() {
    return uncertain;
  }

  @Override
  public long savedMicros() {
    return readMicros + writtenMicros;
  }

  @Override
  public void due(long micros) {
    due = micros;
  }
}
