package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import jfs.core.JfsSocketImpl;
import jfs.core.carrier.Carriers;
import jfs.core.carrier.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A peer's kernel hangs while its RDMA device goes on answering: the test drops TCP's packets, and
 * not RoCE's. In the lab, in a guest of its own.
 */
@EnabledIfSystemProperty(named = "jfs.test.hung.address", matches = ".+")
class HungKernelTest {

  private static final String ADDRESS = System.getProperty("jfs.test.hung.address");

  /** The emulated processor may take long for what TCP does in 3 s, and JFS 5 s later. */
  private static final int PATIENCE_SECONDS = 60;

  private final ExecutorService background = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    background.shutdownNow();
  }

  /** The two ends of a connection. */
  private record Ends(Socket client, Socket server) {

    static Ends plain() throws IOException {
      try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByName(ADDRESS))) {
        Socket client = new Socket();
        client.connect(listener.getLocalSocketAddress());
        return new Ends(client, listener.accept());
      }
    }

    /** Makes a connection with both directions on RDMA. */
    static Ends overRdma() throws IOException {
      try (JfsListener listener = new JfsListener()) {
        listener.bind(new InetSocketAddress(ADDRESS, 0));
        JfsSocket client = new JfsSocket(Role.CLIENT);
        client.connect(listener.getLocalSocketAddress());
        JfsSocket server = (JfsSocket) listener.accept();
        Ends ends = new Ends(client, server);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!client.impl.isCommitted() || !server.impl.isCommitted()) {
          assertTrue(System.nanoTime() < deadline, "still on TCP");
          ends.exchange();
        }
        ends.exchange(); // switches both directions
        ends.exchange();
        return ends;
      }
    }

    private void exchange() throws IOException {
      client.getOutputStream().write(1);
      assertEquals(1, server.getInputStream().read());
      server.getOutputStream().write(2);
      assertEquals(2, client.getInputStream().read());
    }

    Ends probed() throws IOException {
      client.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 1);
      client.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 1);
      client.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 2);
      client.setKeepAlive(true);
      return this;
    }
  }

  private static final class JfsSocket extends Socket {
    private final JfsSocketImpl impl;

    JfsSocket(Role role) throws SocketException {
      this(new JfsSocketImpl(Carriers.select("platform").newCarrier(role)));
    }

    private JfsSocket(JfsSocketImpl impl) throws SocketException {
      super(impl);
      this.impl = impl;
    }
  }

  private static final class JfsListener extends ServerSocket {
    JfsListener() {
      super(new JfsSocketImpl(Carriers.select("platform").newCarrier(Role.LISTENER)));
    }

    @Override
    public Socket accept() throws IOException {
      JfsSocket accepted = new JfsSocket(Role.CLIENT);
      implAccept(accepted);
      return accepted;
    }
  }

  @Test
  void programIsToldWhatTcpWouldTell() throws Exception {
    Ends plain = Ends.plain().probed();
    Ends probed = Ends.overRdma().probed();
    Ends unprobed = Ends.overRdma();
    Future<Integer> plainReader = reader(plain);
    Future<Integer> probedReader = reader(probed);
    Future<Integer> unprobedReader = reader(unprobed);
    tcpPackets("-A");
    try {
      assertEquals("Connection timed out", failure(plainReader));
      assertEquals("Connection timed out", failure(probedReader));
      assertFalse(unprobedReader.isDone(), "as on TCP, it waits for ever");
      unprobed.server.getOutputStream().write(3);
      assertEquals(3, unprobedReader.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } finally {
      tcpPackets("-D");
    }
  }

  private Future<Integer> reader(Ends ends) {
    return background.submit(() -> ends.client.getInputStream().read());
  }

  private static String failure(Future<Integer> reader) {
    return assertThrows(
            ExecutionException.class, () -> reader.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .getCause()
        .getMessage();
  }

  /** Begins to drop TCP's packets, {@code -A}, or stops it, {@code -D}. */
  private static void tcpPackets(String what) throws Exception {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "modprobe -a ip_tables iptable_filter"
                    + " && iptables-legacy "
                    + what
                    + " OUTPUT -p tcp -j DROP")
            .inheritIO()
            .start();
    assertEquals(0, process.waitFor());
  }
}
