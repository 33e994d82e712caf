package jfs.agent.socket;

import java.io.IOException;
import java.net.JfsPlainConnection;
import java.net.JfsSocketPart;
import java.net.SocketImpl;
import jfs.core.LateSocket;
import jfs.core.switchover.TrafficBefore;

/** What a socket of the JDK calls once JFS has a part in its connection. */
final class SocketPart implements JfsSocketPart {

  private final TrafficBefore traffic = new TrafficBefore();
  private final boolean worthIt;
  private LateSocket late;

  SocketPart(boolean worthIt) {
    this.worthIt = worthIt;
  }

  /** Sets what this is for. It was entered among the connections, so this must not fail. */
  SocketPart of(LateSocket newLate) {
    late = newLate;
    return this;
  }

  @Override
  public SocketImpl impl() {
    return late.impl();
  }

  @Override
  public void takeOver(
      JfsPlainConnection before, long received, boolean reading, long sent, boolean writing) {
    traffic.received(received, reading, before.readMicros());
    traffic.sent(sent, writing, before.writtenMicros(), before.isUncertain());
    late.takeOver(traffic, before.hasInputEnded(), before.hasOutputEnded());
  }

  @Override
  public long savedMicros() {
    return late.savedMicros();
  }

  @Override
  public void lingers() {
    late.lingers();
  }

  @Override
  public void abandon() {
    late.abandon();
  }

  @Override
  public void begin() throws IOException {
    late.begin(worthIt);
  }

  @Override
  public int readReturned(byte[] bytes, int offset, int length, byte first, long start, int n)
      throws IOException {
    return late.readReturned(bytes, offset, length, first, start, n);
  }

  @Override
  public int readFailed(
      byte[] bytes, int offset, int length, byte first, long start, Throwable met)
      throws IOException {
    return late.readFailed(bytes, offset, length, first, start, met);
  }

  @Override
  public void wrote(long n) {
    late.wrote(n);
  }

  @Override
  public IOException writeFailed(IOException met) {
    return late.writeFailed(met);
  }
}
