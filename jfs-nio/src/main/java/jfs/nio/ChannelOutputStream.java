package jfs.nio;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SocketChannel;

/** What a program writes to. Closing it closes the connection. */
final class ChannelOutputStream extends OutputStream {

  private final ChannelCarrier<SocketChannel> carrier;
  private final ChannelWriter writer;

  ChannelOutputStream(ChannelCarrier<SocketChannel> carrier, ChannelWriter writer) {
    this.carrier = carrier;
    this.writer = writer;
  }

  @Override
  public void write(int b) throws IOException {
    writer.write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    writer.write(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    carrier.close();
  }
}
