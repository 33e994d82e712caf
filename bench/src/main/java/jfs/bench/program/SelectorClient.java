package jfs.bench.program;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import jfs.bench.child.Client;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;

/**
 * Times echoes, and a one-way stream, on channels of a {@link SelectorServer}, with one thread and
 * one selector for each number of connections.
 *
 * <p>Commands: {@code echo CONNECTIONS ACTIVE SIZE COUNT}, so many echoes on the first of so many
 * connections, which the first such command makes; {@code stream SIZE COUNT}.
 */
final class SelectorClient implements Client {

  /** The group of the connection that carries streams; other groups echo. */
  static final int STREAMS = 0;

  private final int port;
  private final Map<Integer, EchoingChannels> groups = new HashMap<>();

  /** Null before the first stream. */
  private StreamingChannel stream;

  SelectorClient(int port) {
    this.port = port;
  }

  @Override
  public String answer(String[] command) throws IOException {
    int first = Integer.parseInt(command[1]);
    int second = Integer.parseInt(command[2]);
    return command[0].equals("echo")
        ? group(first).echo(second, Integer.parseInt(command[3]), Integer.parseInt(command[4]))
        : stream(first, second);
  }

  private EchoingChannels group(int connections) throws IOException {
    EchoingChannels group = groups.get(connections);
    if (group == null) {
      group = new EchoingChannels();
      for (int i = 0; i < connections; i++) {
        group.add(connect(connections));
      }
      groups.put(connections, group);
    }
    return group;
  }

  private String stream(int size, int count) throws IOException {
    if (stream == null) {
      stream = new StreamingChannel(connect(STREAMS));
    }
    long cpu = CpuTime.nanos();
    long begin = System.nanoTime();
    stream.send(size, count);
    long elapsed = System.nanoTime() - begin;
    return "count=" + count + " elapsed=" + elapsed + " cpu=" + (CpuTime.nanos() - cpu);
  }

  private SocketChannel connect(int group) throws IOException {
    SocketChannel channel = SocketChannel.open(new InetSocketAddress(Hosts.server(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).putInt(0, group);
    while (number.hasRemaining()) {
      channel.write(number);
    }
    channel.configureBlocking(false);
    return channel;
  }
}
