package jfs.core.switchover;

import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.core.carrier.SelectableTcp;

/** The TCP connection of a selectable channel that may switch. */
final class ChannelAnchor extends CarrierAnchor {

  private final SelectableTcp channel;

  ChannelAnchor(SelectableTcp channel) throws IOException {
    super(channel);
    this.channel = channel;
  }

  @Override
  public int read(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    return timeoutMillis == NO_WAIT
        ? channel.tryRead(bytes, offset, length)
        : super.read(bytes, offset, length, timeoutMillis);
  }

  @Override
  void transportComes() {
    channel.leavesToJfs();
  }

  /** Reads as the channel does in its present mode. */
  int read(ByteBuffer to) throws IOException {
    return channel.read(to);
  }

  /** Writes as the channel does in its present mode. */
  int write(ByteBuffer from) throws IOException {
    return channel.write(from);
  }

  /** One system call, unless the channel blocks: a selector's thread does this at each wake-up. */
  @Override
  public int readNow(byte[] bytes) throws IOException {
    return channel.tryRead(bytes, 0, bytes.length);
  }

  /** A channel's own read fails once it closes, and its wait would end at an interrupt. */
  @Override
  public int readDue(byte[] bytes, int millis) throws IOException {
    channel.awaitReadable(millis);
    return readNow(bytes);
  }

  @Override
  public void changed() {
    channel.changed();
  }

  @Override
  public int tryWrite(byte[] bytes, int offset, int length) throws IOException {
    return channel.tryWrite(bytes, offset, length);
  }
}
