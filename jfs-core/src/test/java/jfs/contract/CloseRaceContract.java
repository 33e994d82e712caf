package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** Closing while other threads are at work on the socket. */
class CloseRaceContract extends Contract {

  private static final byte[] HUGE = new byte[Bytes.MORE_THAN_ROOM];
  private static final int ROUNDS = 200;
  private static final int FEWER_ROUNDS = 60;

  private static void assertSocketClosed(Background<?> operation) {
    SocketException e = assertThrows(SocketException.class, operation::get);
    assertEquals("Socket closed", e.getMessage());
  }

  @Test
  void closeWhileReading() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.client.close();
      assertSocketClosed(reader);
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void closeOfAnAcceptedSocketWhileReading() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> reader =
          Background.of(() -> in.read(new byte[100])).awaitBlockedIn("read");
      c.server.close();
      assertSocketClosed(reader);
      assertEquals(-1, c.clientIn().read());
    }
  }

  @Test
  void closeWhileReadingWithATimeout() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(60_000);
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.client.close();
      assertSocketClosed(reader);
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void closeOfTheInputStreamWhileReading() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      in.close();
      assertSocketClosed(reader);
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void closeOfTheOutputStreamWhileReading() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.clientOut().close();
      assertSocketClosed(reader);
    }
  }

  @Test
  void closeWhileInABulkRead() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      c.serverOut().write(new byte[10]);
      Background<byte[]> reader = Background.of(() -> in.readNBytes(20));
      reader.awaitBlockedIn("readNBytes");
      c.client.close();
      assertSocketClosed(reader);
    }
  }

  @Test
  void closeWhileWriting() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      Background<Void> writer = Background.running(() -> out.write(HUGE)).awaitBlockedIn("write");
      c.client.close();
      assertSocketClosed(writer);
      String end = Bytes.readToTheEnd(c.serverIn());
      assertTrue(end.endsWith("end of file"), end);
    }
  }

  @Test
  void closeOfTheOutputStreamWhileWriting() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.serverOut();
      Background<Void> writer = Background.running(() -> out.write(HUGE)).awaitBlockedIn("write");
      out.close();
      assertSocketClosed(writer);
    }
  }

  @Test
  void closeWhileReadingAndWriting() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      OutputStream out = c.clientOut();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      Background<Void> writer = Background.running(() -> out.write(HUGE)).awaitBlockedIn("write");
      c.client.close();
      assertSocketClosed(reader);
      assertSocketClosed(writer);
    }
  }

  @Test
  void closeWhileSeveralRead() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      List<Background<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        readers.add(Background.of(() -> in.read()));
      }
      for (Background<Integer> reader : readers) {
        reader.awaitBlockedIn("read");
      }
      c.client.close();
      for (Background<Integer> reader : readers) {
        assertSocketClosed(reader);
      }
    }
  }

  @Test
  void closeWhileSeveralWrite() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      List<Background<Void>> writers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        writers.add(Background.running(() -> out.write(HUGE)));
      }
      for (Background<Void> writer : writers) {
        writer.awaitBlockedIn("write");
      }
      c.client.close();
      for (Background<Void> writer : writers) {
        assertSocketClosed(writer);
      }
    }
  }

  @Test
  void closeWhileAccepting() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      Background<Socket> accepter = Background.of(listener::accept).awaitBlockedIn("accept");
      listener.close();
      assertSocketClosed(accepter);
    }
  }

  @Test
  void closeWhileAcceptingWithATimeout() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      listener.setSoTimeout(60_000);
      Background<Socket> accepter = Background.of(listener::accept).awaitBlockedIn("accept");
      listener.close();
      assertSocketClosed(accepter);
    }
  }

  @Test
  void closeWhileSeveralAccept() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      List<Background<Socket>> accepters = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        accepters.add(Background.of(listener::accept));
      }
      for (Background<Socket> accepter : accepters) {
        accepter.awaitBlockedIn("accept");
      }
      listener.close();
      for (Background<Socket> accepter : accepters) {
        assertSocketClosed(accepter);
      }
    }
  }

  @Test
  void closeWhileConnecting() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket socket = pairing.client().newSocket()) {
      Background<Void> connecter =
          Background.running(() -> socket.connect(full.address())).awaitBlockedIn("connect");
      socket.close();
      assertThrows(SocketException.class, connecter::get);
    }
    assertAsOracle(over -> connectClosed(over, 0));
  }

  @Test
  void closeWhileConnectingWithATimeout() {
    assertAsOracle(over -> connectClosed(over, 60_000));
  }

  private static Outcome connectClosed(KindPairing over, int timeout) throws Exception {
    try (FullListener full = new FullListener(over);
        Socket socket = over.client().newSocket()) {
      Background<Void> connecter =
          Background.running(() -> socket.connect(full.address(), timeout))
              .awaitBlockedIn("connect");
      socket.close();
      return connecter.outcome();
    }
  }

  @Test
  void closeByManyThreadsAtOnce() throws Exception {
    for (int round = 0; round < 10; round++) {
      try (Connected c = connect()) {
        InputStream in = c.clientIn();
        Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
        CyclicBarrier start = new CyclicBarrier(4);
        List<Background<Void>> closers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          closers.add(
              Background.running(
                  () -> {
                    start.await();
                    c.client.close();
                  }));
        }
        for (Background<Void> closer : closers) {
          closer.get();
        }
        assertSocketClosed(reader);
        assertEquals(-1, c.serverIn().read());
      }
    }
  }

  /** Starts the operation and the close at one moment, and returns what the operation did. */
  private static Outcome race(Outcome.Action operation, Outcome.Action close) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    Background<Void> racer =
        Background.running(
            () -> {
              start.await();
              operation.run();
            });
    start.await();
    close.run();
    return racer.outcome();
  }

  private static final String CLOSED = "threw java.net.SocketException: Socket closed";
  private static final String CLOSED_BEFORE = "threw java.net.SocketException: Socket is closed";

  @Test
  void closeRacingWithRead() throws Exception {
    int before = Descriptors.areCountable() ? Descriptors.count() : 0;
    for (int round = 0; round < ROUNDS; round++) {
      try (Connected c = connect()) {
        InputStream in = c.clientIn();
        assertEquals(CLOSED, race(in::read, c.client::close).words());
      }
    }
    if (Descriptors.areCountable()) {
      // The last of the two threads has freed the descriptor.
      assertTrue(Descriptors.count() < before + ROUNDS / 2);
    }
  }

  @Test
  void closeRacingWithTimedRead() throws Exception {
    for (int round = 0; round < FEWER_ROUNDS; round++) {
      try (Connected c = connect()) {
        c.client.setSoTimeout(60_000);
        InputStream in = c.clientIn();
        assertEquals(CLOSED, race(in::read, c.client::close).words());
      }
    }
  }

  @Test
  void closeOfBothEndsRacingWithRead() throws Exception {
    for (int round = 0; round < FEWER_ROUNDS; round++) {
      try (Connected c = connect()) {
        InputStream in = c.clientIn();
        Outcome outcome =
            race(
                () -> assertEquals(-1, in.read()),
                () -> {
                  c.server.close();
                  c.client.close();
                });
        assertTrue(
            outcome.words().equals(CLOSED) || outcome.words().equals("returned null"),
            outcome.words());
      }
    }
  }

  @Test
  void closeRacingWithWrite() throws Exception {
    byte[] bytes = new byte[300_000];
    for (int round = 0; round < FEWER_ROUNDS; round++) {
      try (Connected c = connect()) {
        OutputStream out = c.clientOut();
        Outcome outcome = race(() -> out.write(bytes), c.client::close);
        // A write that is overtaken by the shutdown in a close finds the pipe broken.
        assertTrue(
            outcome.words().equals("returned null")
                || outcome.words().startsWith("threw java.net.SocketException"),
            outcome.words());
      }
    }
  }

  @Test
  void closeRacingWithAccept() throws Exception {
    for (int round = 0; round < FEWER_ROUNDS; round++) {
      try (ServerSocket listener = Connected.listen(pairing.server())) {
        String words = race(listener::accept, listener::close).words();
        assertTrue(words.equals(CLOSED) || words.equals(CLOSED_BEFORE), words);
      }
    }
  }

  @Test
  void closeRacingWithConnect() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      for (int round = 0; round < 40; round++) {
        try (Socket socket = pairing.client().newSocket()) {
          String words =
              race(() -> socket.connect(listener.getLocalSocketAddress()), socket::close).words();
          assertTrue(
              words.equals("returned null") || words.startsWith("threw java.net.SocketException"),
              words);
          assertTrue(socket.isClosed());
        }
      }
    }
  }

  @Test
  void closeRacingWithTheBytesThatComeIn() throws Exception {
    for (int round = 0; round < FEWER_ROUNDS; round++) {
      try (Connected c = connect()) {
        InputStream in = c.clientIn();
        OutputStream out = c.serverOut();
        Background<Integer> reader = Background.of(() -> in.read());
        Outcome write = race(() -> out.write(1), c.client::close);
        assertEquals("returned null", write.words());
        String words = reader.outcome().words();
        assertTrue(words.equals(CLOSED) || words.equals("returned 1"), words);
      }
    }
  }

  @Test
  void descriptorsAreFreedByClose() throws Exception {
    assumeTrue(Descriptors.areCountable());
    connectAndClose(20);
    int before = Descriptors.count();
    connectAndClose(500);
    assertTrue(Descriptors.count() < before + 100);
  }

  private void connectAndClose(int times) throws IOException {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      for (int i = 0; i < times; i++) {
        try (Socket client = pairing.client().newSocket()) {
          client.connect(listener.getLocalSocketAddress());
          try (Socket server = listener.accept()) {
            client.getOutputStream().write(1);
            assertEquals(1, server.getInputStream().read());
          }
        }
      }
    }
  }
}
