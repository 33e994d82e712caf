package jfs.agent.programs.peers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.Patience;
import jfs.agent.programs.ServerHost;

/**
 * {@code AsynchronousClient PORT}: for each line with a size sends that many bytes on its one
 * channel, while it receives their echo, checks that and says {@code exact}.
 */
public final class AsynchronousClient {

  private static final int PATIENCE_SECONDS = Patience.ofSeconds(60);

  private final AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
  private long sent;
  private long received;

  private AsynchronousClient(int port) throws Exception {
    channel.connect(new InetSocketAddress(ServerHost.ADDRESS, port)).get();
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  public static void main(String[] args) throws Exception {
    AsynchronousClient client = new AsynchronousClient(Integer.parseInt(args[0]));
    Scanner sizes = new Scanner(System.in, StandardCharsets.UTF_8);
    while (sizes.hasNextInt()) {
      client.exchange(sizes.nextInt());
      System.out.println("exact");
    }
    client.channel.close();
    System.exit(0);
  }

  /** Any byte of the stream in its place. */
  private static byte at(long position) {
    return (byte) (position * 31 + (position >> 8));
  }

  private void exchange(int size) throws Exception {
    ByteBuffer out = ByteBuffer.allocateDirect(size);
    while (out.hasRemaining()) {
      out.put(at(sent++));
    }
    ByteBuffer in = ByteBuffer.allocate(size);
    Writes writes = new Writes();
    Reads reads = new Reads();
    channel.read(in, in, reads);
    channel.write(out.flip(), out, writes);
    writes.done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    reads.done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    for (int i = 0; i < size; i++) {
      if (in.get(i) != at(received++)) {
        throw new IOException("wrong byte at " + (received - 1));
      }
    }
  }

  /** Goes on until a buffer is used up. */
  private abstract static class Steps implements CompletionHandler<Integer, ByteBuffer> {

    final CompletableFuture<Void> done = new CompletableFuture<>();

    abstract void next(ByteBuffer buffer);

    @Override
    public void completed(Integer result, ByteBuffer buffer) {
      if (result < 0) {
        failed(new IOException("end of file"), buffer);
      } else if (buffer.hasRemaining()) {
        next(buffer);
      } else {
        done.complete(null);
      }
    }

    @Override
    public void failed(Throwable failure, ByteBuffer buffer) {
      done.completeExceptionally(failure);
    }
  }

  private final class Writes extends Steps {
    @Override
    void next(ByteBuffer buffer) {
      channel.write(buffer, buffer, this);
    }
  }

  private final class Reads extends Steps {
    @Override
    void next(ByteBuffer buffer) {
      channel.read(buffer, buffer, this);
    }
  }
}
