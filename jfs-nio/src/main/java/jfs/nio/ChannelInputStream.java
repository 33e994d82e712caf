package jfs.nio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SocketChannel;

/** What a program reads from. Closing it closes the connection. */
final class ChannelInputStream extends InputStream {

  private final ChannelCarrier<SocketChannel> carrier;
  private final ChannelReader reader;

  ChannelInputStream(ChannelCarrier<SocketChannel> carrier, ChannelReader reader) {
    this.carrier = carrier;
    this.reader = reader;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return reader.read(one, 0, 1) > 0 ? one[0] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return reader.read(bytes, offset, length);
  }

  @Override
  public int available() throws IOException {
    return reader.available();
  }

  @Override
  public void close() throws IOException {
    carrier.close();
  }
}
