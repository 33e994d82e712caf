package jfs.core.switchover;

import jfs.core.carrier.OwnTraffic;

/** What a channel has done by itself, as a test says. */
final class FakeTraffic implements OwnTraffic {

  long received;
  long sent;
  boolean uncertain;
  long savedMicros;
  long due;

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
    return savedMicros;
  }

  @Override
  public void due(long micros) {
    due = micros;
  }
}
