package jfs.agent.programs.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import jfs.agent.programs.Patience;
import jfs.agent.programs.ServerHost;

/**
 * {@code SpinsOfSelector PORT}: has a connection to itself until that is on shared memory. Then
 * exchanges single bytes with an echo by a selector until that spins, and says whether it ever has.
 */
public final class SpinsOfSelector {

  private static final long PATIENCE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Patience.ofMillis(10_000));

  private static final int AT_ONCE = 100;

  private SpinsOfSelector() {}

  public static void main(String[] args) throws Exception {
    pairWithItself();
    long before = spins();
    InetSocketAddress echo = new InetSocketAddress(ServerHost.ADDRESS, Integer.parseInt(args[0]));
    try (Selector selector = Selector.open();
        SocketChannel channel = SocketChannel.open(echo)) {
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      long start = System.nanoTime();
      while (spins() == before && System.nanoTime() - start < PATIENCE_NANOS) {
        for (int i = 0; i < AT_ONCE; i++) {
          exchange(channel, selector);
        }
      }
    }
    System.out.println("spins: " + (spins() > before));
  }

  private static void pairWithItself() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket near = new Socket(listener.getInetAddress(), listener.getLocalPort());
        Socket far = listener.accept()) {
      Thread echo = new Thread(() -> echo(far), "echo");
      echo.start();
      long start = System.nanoTime();
      while (value("Connections", "shm") == 0) {
        if (System.nanoTime() - start > PATIENCE_NANOS) {
          throw new IOException("not on shared memory");
        }
        for (int i = 0; i < AT_ONCE; i++) {
          near.getOutputStream().write(1);
          near.getInputStream().read();
        }
      }
      near.close();
      echo.join();
    }
  }

  private static void echo(Socket socket) {
    try {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    return value("Waits", "spins-paid") + value("Waits", "spins-in-vain");
  }

  /** One of the figures of an attribute; 0 if that has none of this name. */
  private static long value(String attribute, String name) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    TabularData values =
        (TabularData) server.getAttribute(new ObjectName("jfs:type=Connections"), attribute);
    CompositeData value = values.get(new Object[] {name});
    return value == null ? 0 : (Long) value.get("value");
  }
}
