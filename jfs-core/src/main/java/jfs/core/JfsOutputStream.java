package jfs.core;

import java.io.IOException;
import java.io.OutputStream;
import jfs.core.stats.ConnectionStats;

/** The sending direction of a connection. */
final class JfsOutputStream extends OutputStream {

  private final OutputStream tcp;
  private final ConnectionStats stats;

  JfsOutputStream(OutputStream tcp, ConnectionStats stats) {
    this.tcp = tcp;
    this.stats = stats;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    tcp.write(bytes, offset, length);
    stats.addSent(length);
  }

  @Override
  public void close() throws IOException {
    tcp.close();
  }
}
