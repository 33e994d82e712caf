package jfs.agent.programs.peers;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import jfs.agent.programs.Patience;
import jfs.agent.programs.ServerHost;

/**
 * {@code SpinsOfSelector PORT}: exchanges single bytes with an echo by a selector until that spins,
 * and says whether it ever has.
 */
public final class SpinsOfSelector {

  private static final long PATIENCE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Patience.ofMillis(10_000));

  private static final int AT_ONCE = 100;

  private SpinsOfSelector() {}

  public static void main(String[] args) throws Exception {
    InetSocketAddress echo = new InetSocketAddress(ServerHost.ADDRESS, Integer.parseInt(args[0]));
    try (Selector selector = Selector.open();
        SocketChannel channel = SocketChannel.open(echo)) {
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      long start = System.nanoTime();
      while (spins() == 0 && System.nanoTime() - start < PATIENCE_NANOS) {
        for (int i = 0; i < AT_ONCE; i++) {
          exchange(channel, selector);
        }
      }
    }
    System.out.println("spins: " + (spins() > 0));
  }

  private static void exchange(SocketChannel channel, Selector selector) throws IOException {
    channel.write(ByteBuffer.allocate(1));
    ByteBuffer in = ByteBuffer.allocate(1);
    while (in.hasRemaining()) {
      selector.select();
      selector.selectedKeys().clear();
      if (channel.read(in) < 0) {
        throw new IOException("end of file");
      }
    }
  }

  private static long spins() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    TabularData waits =
        (TabularData) server.getAttribute(new ObjectName("jfs:type=Connections"), "Waits");
    return count(waits, "spins-paid") + count(waits, "spins-in-vain");
  }

  private static long count(TabularData waits, String what) {
    return (Long) waits.get(new Object[] {what}).get("value");
  }
}
