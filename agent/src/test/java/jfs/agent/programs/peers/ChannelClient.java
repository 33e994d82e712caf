package jfs.agent.programs.peers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import jfs.agent.programs.ServerHost;

/**
 * {@code ChannelClient PORT blocking|selector}: for each line with a size sends that many bytes on
 * its one channel, checks their echo and says {@code exact}.
 */
public final class ChannelClient {

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private long sent;
  private long received;

  private ChannelClient(int port, boolean selects) throws IOException {
    channel = SocketChannel.open(new InetSocketAddress(ServerHost.ADDRESS, port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    selector = selects ? Selector.open() : null;
    channel.configureBlocking(!selects);
    key = selects ? channel.register(selector, 0) : null;
  }

  public static void main(String[] args) throws Exception {
    ChannelClient client = new ChannelClient(Integer.parseInt(args[0]), args[1].equals("selector"));
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

  private void exchange(int size) throws IOException {
    ByteBuffer out = ByteBuffer.allocateDirect(size);
    while (out.hasRemaining()) {
      out.put(at(sent++));
    }
    out.flip();
    ByteBuffer in = ByteBuffer.allocate(size);
    while (in.hasRemaining()) {
      await(out.hasRemaining());
      if (out.hasRemaining()) {
        channel.write(out);
      }
      if ((selector != null || !out.hasRemaining()) && channel.read(in) < 0) {
        throw new IOException("end of file");
      }
    }
    for (int i = 0; i < size; i++) {
      if (in.get(i) != at(received++)) {
        throw new IOException("wrong byte at " + (received - 1));
      }
    }
  }

  private void await(boolean room) throws IOException {
    if (selector != null) {
      key.interestOps(SelectionKey.OP_READ | (room ? SelectionKey.OP_WRITE : 0));
      if (selector.select() == 0) {
        throw new IOException("selected nothing");
      }
      selector.selectedKeys().clear();
    }
  }
}
