package jfs.core;

import java.io.IOException;
import java.io.InputStream;
import jfs.core.stats.ConnectionStats;

/** The receiving direction of a connection. */
final class JfsInputStream extends InputStream {

  private final InputStream tcp;
  private final ConnectionStats stats;

  JfsInputStream(InputStream tcp, ConnectionStats stats) {
    this.tcp = tcp;
    this.stats = stats;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) > 0 ? one[0] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int n = tcp.read(bytes, offset, length);
    if (n > 0) {
      stats.addReceived(n);
    } else if (n < 0) {
      stats.inputEnded();
    }
    return n;
  }

  @Override
  public int available() throws IOException {
    return tcp.available();
  }

  @Override
  public void close() throws IOException {
    tcp.close();
  }
}
