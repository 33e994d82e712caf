package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jfs.core.host.HostServices;
import jfs.rdma.cm.TestEnd;
import jfs.rdma.cm.TwoHosts;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.testing.Needed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** The two transports of a committed pair, each with its host's reactor. */
@Timeout(60)
public abstract class PairedTransports {

  protected final ExecutorService background = Executors.newCachedThreadPool();
  protected TwoHosts hosts;
  protected TestEnd[] ends;
  protected RdmaTransport client;
  protected RdmaTransport server;

  @BeforeEach
  void pair() throws Exception {
    Needed.require(HostServices.installed() != null, "no native library");
    hosts = new TwoHosts();
    ends = hosts.pair();
    client = ends[0].committed();
    server = ends[1].committed();
  }

  @AfterEach
  void close() {
    background.shutdownNow();
  }

  protected static byte[] pattern(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  protected static Void send(RdmaTransport transport, byte[] bytes) throws IOException {
    transport.sender().send(bytes, 0, bytes.length);
    return null;
  }

  protected static byte[] receive(RdmaTransport from, int length) throws IOException {
    byte[] bytes = new byte[length];
    for (int n = 0; n < length; ) {
      int more = from.receiver().receive(bytes, n, length - n, 20_000);
      assertTrue(more > 0, "ended after " + n);
      n += more;
    }
    return bytes;
  }

  /** One of the two directions gets a reset, as from a kernel; the other just ends. */
  protected static boolean hasEnded(RdmaTransport transport) throws IOException {
    try {
      return transport.receiver().receive(new byte[1], 0, 1, 0) < 0;
    } catch (SocketException e) {
      return e.getMessage().equals("Connection reset");
    }
  }

  protected static MemoryEndpoint endpoint(RdmaTransport transport) {
    return TwoHosts.endpoint(transport);
  }

  /** Breaks the connection as the reactor does when the device reports an error. */
  protected static void breakOff(RdmaTransport transport) {
    endpoint(transport).fail();
  }
}
