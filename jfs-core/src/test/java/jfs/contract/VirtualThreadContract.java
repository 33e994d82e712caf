package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sockets used by virtual threads. */
class VirtualThreadContract extends Contract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  /** Far more than there are carrier threads. */
  private static final int MANY = 1000;

  @BeforeEach
  void onlyWhereThereAreVirtualThreads() {
    assumeTrue(ReflectiveVirtualThreads.areSupported());
  }

  @Test
  void blockedReaderIsWoken() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> reader = Background.ofVirtual(() -> in.read()).awaitBlockedIn("read");
      c.clientOut().write(5);
      assertEquals(5, reader.get());
    }
  }

  @Test
  void blockedReaderSeesTheEndOfFile() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.ofVirtual(() -> in.read()).awaitBlockedIn("read");
      c.server.close();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void blockedReaderSeesTheReset() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.ofVirtual(() -> in.read()).awaitBlockedIn("read");
      c.server.setSoLinger(true, 0);
      c.server.close();
      SocketException e = assertThrows(SocketException.class, reader::get);
      assertEquals("Connection reset", e.getMessage());
    }
  }

  @Test
  void blockedReaderSeesShutdownInput() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.ofVirtual(() -> in.read()).awaitBlockedIn("read");
      c.client.shutdownInput();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void blockedReaderSeesTheClose() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.ofVirtual(() -> in.read()).awaitBlockedIn("read");
      c.client.close();
      SocketException e = assertThrows(SocketException.class, reader::get);
      assertEquals("Socket closed", e.getMessage());
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void readerIsClosedByAVirtualThread() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.ofVirtual(() -> in.read()).awaitBlockedIn("read");
      Background.runningVirtual(c.client::close).get();
      assertThrows(SocketException.class, reader::get);
    }
  }

  @Test
  void platformReaderIsClosedByAVirtualThread() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      Background.runningVirtual(c.client::close).get();
      SocketException e = assertThrows(SocketException.class, reader::get);
      assertEquals("Socket closed", e.getMessage());
    }
  }

  @Test
  void readTimesOutAndTheSocketIsUsable() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(10);
      InputStream in = c.serverIn();
      Background<Integer> reader = Background.ofVirtual(() -> in.read());
      SocketTimeoutException e = assertThrows(SocketTimeoutException.class, reader::get);
      assertEquals("Read timed out", e.getMessage());
      c.server.setSoTimeout(60_000);
      c.clientOut().write(5);
      assertEquals(5, Background.ofVirtual(() -> in.read()).get());
    }
  }

  @Test
  void timedReaderIsWoken() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(60_000);
      InputStream in = c.serverIn();
      Background<Integer> reader = Background.ofVirtual(() -> in.read()).awaitBlockedIn("read");
      c.clientOut().write(5);
      assertEquals(5, reader.get());
    }
  }

  @Test
  void hugeWriteArrivesExactly() throws Exception {
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.runningVirtual(() -> c.clientOut().write(HUGE)).awaitBlockedIn("write");
      assertArrayEquals(HUGE, c.serverIn().readNBytes(HUGE.length));
      writer.get();
    }
  }

  @Test
  void blockedWriterSeesTheClose() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      Background<Void> writer =
          Background.runningVirtual(() -> out.write(HUGE)).awaitBlockedIn("write");
      c.client.close();
      SocketException e = assertThrows(SocketException.class, writer::get);
      assertEquals("Socket closed", e.getMessage());
    }
  }

  @Test
  void blockedWriterSeesShutdownOutput() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      Background<Void> writer =
          Background.runningVirtual(() -> out.write(HUGE)).awaitBlockedIn("write");
      c.client.shutdownOutput();
      assertThrows(SocketException.class, writer::get);
    }
  }

  @Test
  void accepterIsWoken() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      Background<Socket> accepter = Background.ofVirtual(listener::accept).awaitBlockedIn("accept");
      try (Socket client = pairing.client().newSocket()) {
        client.connect(listener.getLocalSocketAddress());
        try (Socket server = accepter.get()) {
          client.getOutputStream().write(5);
          assertEquals(5, server.getInputStream().read());
        }
      }
    }
  }

  @Test
  void accepterSeesTheClose() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      Background<Socket> accepter = Background.ofVirtual(listener::accept).awaitBlockedIn("accept");
      listener.close();
      SocketException e = assertThrows(SocketException.class, accepter::get);
      assertEquals("Socket closed", e.getMessage());
    }
  }

  @Test
  void acceptTimesOutAndTheListenerIsUsable() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      listener.setSoTimeout(10);
      Background<Socket> accepter = Background.ofVirtual(listener::accept);
      assertThrows(SocketTimeoutException.class, accepter::get);
      listener.setSoTimeout(60_000);
      try (Socket client = pairing.client().newSocket()) {
        client.connect(listener.getLocalSocketAddress());
        Background.ofVirtual(listener::accept).get().close();
      }
    }
  }

  @Test
  void connectsWithAndWithoutATimeout() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      for (int timeout : new int[] {0, 60_000}) {
        try (Socket client = pairing.client().newSocket()) {
          Background.runningVirtual(() -> client.connect(listener.getLocalSocketAddress(), timeout))
              .get();
          try (Socket server = listener.accept()) {
            client.getOutputStream().write(5);
            assertEquals(5, server.getInputStream().read());
          }
        }
      }
    }
  }

  @Test
  void connectTimesOut() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket socket = pairing.client().newSocket()) {
      Background<Void> connecter =
          Background.runningVirtual(() -> socket.connect(full.address(), 20));
      assertThrows(SocketTimeoutException.class, connecter::get);
    }
  }

  @Test
  void connecterSeesTheClose() {
    assertAsOracle(
        over -> {
          try (FullListener full = new FullListener(over);
              Socket socket = over.client().newSocket()) {
            Background<Void> connecter =
                Background.runningVirtual(() -> socket.connect(full.address()))
                    .awaitBlockedIn("connect");
            socket.close();
            return connecter.outcome();
          }
        });
  }

  @Test
  void wholeConnectionOnOneVirtualThread() throws Exception {
    Background.runningVirtual(
            () -> {
              try (Connected c = connect()) {
                byte[] bytes = Bytes.pattern(10_000);
                c.clientOut().write(bytes);
                assertArrayEquals(bytes, c.serverIn().readNBytes(bytes.length));
                c.client.shutdownOutput();
                assertEquals(-1, c.serverIn().read());
              }
            })
        .get();
  }

  @Test
  void virtualReaderAndPlatformWriterOnOneSocket() throws Exception {
    assertEcho(true, false);
  }

  @Test
  void platformReaderAndVirtualWriterOnOneSocket() throws Exception {
    assertEcho(false, true);
  }

  @Test
  void virtualReaderAndVirtualWriterOnOneSocket() throws Exception {
    assertEcho(true, true);
  }

  /** Sends to a peer that sends back, and reads what comes back meanwhile. */
  private void assertEcho(boolean virtualReader, boolean virtualWriter) throws Exception {
    byte[] sent = Bytes.pattern(2 * Bytes.MEBI);
    try (Connected c = connect()) {
      Outcome.Action write =
          () -> {
            c.clientOut().write(sent);
            c.client.shutdownOutput();
          };
      Background<Void> echo =
          Background.runningVirtual(() -> c.serverIn().transferTo(c.serverOut()));
      Background<byte[]> reader =
          virtualReader
              ? Background.ofVirtual(() -> c.clientIn().readNBytes(sent.length))
              : Background.of(() -> c.clientIn().readNBytes(sent.length));
      Background<Void> writer =
          virtualWriter ? Background.runningVirtual(write) : Background.running(write);
      writer.get();
      echo.get();
      assertArrayEquals(sent, reader.get());
    }
  }

  @Test
  void platformThreadReadsAfterAVirtualOne() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> first = Background.ofVirtual(() -> in.read()).awaitBlockedIn("read");
      c.clientOut().write(1);
      assertEquals(1, first.get());
      Background<Integer> second = Background.of(() -> in.read()).assertStaysBlockedIn("read");
      c.clientOut().write(2);
      assertEquals(2, second.get());
    }
  }

  @Test
  void virtualReaderWaitsForAPlatformReader() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> first = Background.of(() -> in.read()).awaitBlockedIn("read");
      Background<Integer> second = Background.ofVirtual(() -> in.read()).awaitBlockedIn("read");
      c.clientOut().write(1);
      c.clientOut().write(2);
      assertEquals(3, first.get() + second.get());
    }
  }

  @Test
  void manyBlockedReadersHoldUpNobodyAndAllWake() throws Exception {
    int many = Descriptors.areCountable() ? Math.min(MANY, Descriptors.free() / 4) : 100;
    List<Socket> clients = new ArrayList<>();
    List<Socket> servers = new ArrayList<>();
    List<Background<Integer>> readers = new ArrayList<>();
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      for (int i = 0; i < many; i++) {
        Socket client = pairing.client().newSocket();
        clients.add(client);
        client.connect(listener.getLocalSocketAddress());
        Socket server = listener.accept();
        servers.add(server);
        readers.add(Background.ofVirtual(() -> server.getInputStream().read()));
      }
      // Had the readers kept their carrier threads, there would be none to run this one.
      assertEquals("ran", Background.ofVirtual(() -> "ran").get());
      readers.get(many - 1).awaitBlockedIn("read");
      for (int i = 0; i < many; i++) {
        clients.get(i).getOutputStream().write(i);
      }
      for (int i = 0; i < many; i++) {
        assertEquals(i & 0xff, readers.get(i).get());
      }
    } finally {
      for (Socket socket : clients) {
        socket.close();
      }
      for (Socket socket : servers) {
        socket.close();
      }
    }
  }
}
