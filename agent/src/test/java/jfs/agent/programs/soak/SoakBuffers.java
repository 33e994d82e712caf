package jfs.agent.programs.soak;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Random;

/** Reads and writes of a channel with buffers of all kinds. One thread at a time. */
final class SoakBuffers {

  private SoakBuffers() {}

  /** Reads into an array; returns what the channel has returned. */
  static int read(SocketChannel channel, byte[] to, int length, Random random) throws IOException {
    switch (random.nextInt(4)) {
      case 0 -> {
        ByteBuffer direct = ByteBuffer.allocateDirect(length);
        int n = channel.read(direct);
        direct.flip().get(to, 0, Math.max(0, n));
        return n;
      }
      case 1 -> {
        int first = random.nextInt(length + 1);
        ByteBuffer[] both = {
          ByteBuffer.wrap(to, 0, first), ByteBuffer.wrap(to, first, length - first).slice()
        };
        return (int) channel.read(both);
      }
      default -> {
        return channel.read(ByteBuffer.wrap(to, 0, length));
      }
    }
  }

  /** Writes from an array; returns what the channel has returned. */
  static int write(SocketChannel channel, byte[] from, Random random) throws IOException {
    switch (random.nextInt(4)) {
      case 0 -> {
        return channel.write(ByteBuffer.allocateDirect(from.length).put(from).flip());
      }
      case 1 -> {
        int first = random.nextInt(from.length + 1);
        ByteBuffer[] both = {
          ByteBuffer.wrap(from, 0, first),
          ByteBuffer.wrap(from, first, from.length - first).asReadOnlyBuffer()
        };
        return (int) channel.write(both);
      }
      default -> {
        return channel.write(ByteBuffer.wrap(from));
      }
    }
  }
}
