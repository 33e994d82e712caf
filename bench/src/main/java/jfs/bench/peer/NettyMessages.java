package jfs.bench.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import jfs.bench.child.Commands;

/**
 * Assembles messages of a size known in advance; or counts bytes that it discards. All on the event
 * loop's thread.
 */
abstract class NettyMessages extends ChannelInboundHandlerAdapter {

  private ChannelHandlerContext context;
  private ByteBuf message = Unpooled.EMPTY_BUFFER;
  private long toSkip;

  /** All of the message has come, or all that was to be skipped. */
  abstract void complete() throws IOException;

  /** Assembles the next bytes to a message of this size. */
  final void expect(int size) {
    if (message.capacity() != size) {
      message.release();
      message = context.alloc().directBuffer(size, size);
    }
    message.clear();
  }

  /** Discards the next bytes. */
  final void expectToSkip(long bytes) {
    toSkip = bytes;
  }

  /** The message, from its first byte. */
  final ByteBuf message() {
    return message;
  }

  /** Sends, and lets a failure come to {@link #exceptionCaught}. */
  final void write(ByteBuf bytes) {
    ChannelFuture unused = context.writeAndFlush(bytes, context.voidPromise());
  }

  final ChannelHandlerContext context() {
    return context;
  }

  @Override
  public final void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public final void channelRead(ChannelHandlerContext ctx, Object read) throws IOException {
    ByteBuf bytes = (ByteBuf) read;
    try {
      while (bytes.isReadable()) {
        if (toSkip > 0) {
          int skipped = (int) Math.min(toSkip, bytes.readableBytes());
          bytes.skipBytes(skipped);
          toSkip -= skipped;
          if (toSkip == 0) {
            complete();
          }
        } else {
          if (!message.isWritable()) {
            throw new IOException(bytes.readableBytes() + " bytes that nobody asked for");
          }
          message.writeBytes(bytes, Math.min(message.writableBytes(), bytes.readableBytes()));
          if (!message.isWritable()) {
            complete();
          }
        }
      }
    } finally {
      bytes.release();
    }
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    Commands.fail(cause);
  }
}
