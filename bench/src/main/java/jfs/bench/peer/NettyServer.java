package jfs.bench.peer;

import io.netty.channel.ChannelHandlerContext;
import jfs.bench.program.SliceHeader;

/** What the ping-pong server does, as events come. */
final class NettyServer extends NettyMessages {

  /** Null while the next header is awaited. */
  private SliceHeader slice;

  private int left;

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    expect(SliceHeader.BYTES);
  }

  @Override
  void complete() {
    if (slice == null) {
      begin();
    } else if (slice.operation() == SliceHeader.ECHO) {
      // The client sends nothing before it has all of this: the message stays as it is so long.
      write(message().retainedDuplicate());
      if (--left == 0) {
        end();
      } else {
        expect(slice.size());
      }
    } else {
      answer();
      end();
    }
  }

  private void begin() {
    slice = SliceHeader.decoded(message().nioBuffer());
    left = slice.count();
    if (slice.operation() == SliceHeader.ECHO) {
      expect(slice.size());
    } else {
      expectToSkip((long) slice.size() * slice.count());
    }
    answer();
  }

  private void end() {
    slice = null;
    expect(SliceHeader.BYTES);
  }

  private void answer() {
    write(context().alloc().directBuffer(1).writeByte(slice.operation()));
  }
}
