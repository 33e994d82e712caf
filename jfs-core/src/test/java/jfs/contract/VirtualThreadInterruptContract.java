package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Interrupting virtual threads, which closes the socket that they are blocked on. */
class VirtualThreadInterruptContract extends Contract {

  private static final byte[] HUGE = new byte[Bytes.MORE_THAN_ROOM];
  private static final String CLOSED =
      "threw java.net.SocketException: Closed by interrupt; interrupted: true";

  @BeforeEach
  void onlyWhereThereAreVirtualThreads() {
    assumeTrue(ReflectiveVirtualThreads.areSupported());
  }

  /** Starts an operation on a virtual thread; returns what happened, and the status after it. */
  private static Background<String> observed(Outcome.Action operation) {
    return Background.ofVirtual(
        () -> Outcome.of(operation) + "; interrupted: " + Thread.currentThread().isInterrupted());
  }

  @Test
  void readerIsClosed() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<String> reader = observed(in::read).awaitBlockedIn("read");
      reader.thread().interrupt();
      assertEquals(CLOSED, reader.get());
      assertTrue(c.server.isClosed());
      assertEquals(-1, c.clientIn().read());
    }
  }

  @Test
  void readerIntoAnArrayIsClosed() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<String> reader = observed(() -> in.readNBytes(10)).awaitBlockedIn("read");
      reader.thread().interrupt();
      assertEquals(CLOSED, reader.get());
      assertTrue(c.client.isClosed());
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void timedReaderIsClosed() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(60_000);
      InputStream in = c.serverIn();
      Background<String> reader = observed(in::read).awaitBlockedIn("read");
      reader.thread().interrupt();
      assertEquals(CLOSED, reader.get());
      assertTrue(c.server.isClosed());
    }
  }

  @Test
  void writerIsClosed() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      Background<String> writer = observed(() -> out.write(HUGE)).awaitBlockedIn("write");
      writer.thread().interrupt();
      assertEquals(CLOSED, writer.get());
      assertTrue(c.client.isClosed());
      String end = Bytes.readToTheEnd(c.serverIn());
      assertTrue(end.endsWith("end of file"), end);
    }
  }

  @Test
  void accepterIsClosed() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      Background<String> accepter = observed(listener::accept).awaitBlockedIn("accept");
      accepter.thread().interrupt();
      assertEquals(CLOSED, accepter.get());
      assertTrue(listener.isClosed());
    }
  }

  @Test
  void timedAccepterIsClosed() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      listener.setSoTimeout(60_000);
      Background<String> accepter = observed(listener::accept).awaitBlockedIn("accept");
      accepter.thread().interrupt();
      assertEquals(CLOSED, accepter.get());
      assertTrue(listener.isClosed());
    }
  }

  @Test
  void connecterIsClosed() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket socket = pairing.client().newSocket()) {
      Background<String> connecter =
          observed(() -> socket.connect(full.address())).awaitBlockedIn("connect");
      connecter.thread().interrupt();
      assertEquals(CLOSED, connecter.get());
      assertTrue(socket.isClosed());
    }
  }

  @Test
  void timedConnecterIsClosed() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket socket = pairing.client().newSocket()) {
      Background<String> connecter =
          observed(() -> socket.connect(full.address(), 60_000)).awaitBlockedIn("connect");
      connecter.thread().interrupt();
      assertEquals(CLOSED, connecter.get());
      assertTrue(socket.isClosed());
    }
  }

  @Test
  void platformReaderOfASocketClosedByInterrupt() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      OutputStream out = c.clientOut();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      Background<String> writer = observed(() -> out.write(HUGE)).awaitBlockedIn("write");
      writer.thread().interrupt();
      assertEquals(CLOSED, writer.get());
      assertEquals("threw java.net.SocketException: Socket closed", reader.outcome().words());
    }
  }

  @Test
  void readerWaitingForAReader() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.clientIn();
            Background<Integer> first = Background.of(() -> in.read()).awaitBlockedIn("read");
            Background<String> second = observed(in::read).awaitBlockedIn("read");
            second.thread().interrupt();
            c.serverOut().write(1);
            return first.get() + " " + second.get();
          }
        });
  }

  @Test
  void operationsAfterBeingClosedByInterrupt() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.clientIn();
            OutputStream out = c.clientOut();
            Background<String> reader = observed(in::read).awaitBlockedIn("read");
            reader.thread().interrupt();
            return reader.get()
                + " "
                + Outcome.of(() -> in.read())
                + " "
                + Outcome.of(() -> out.write(1))
                + " "
                + Outcome.of(c.client::getInputStream)
                + " "
                + Outcome.of(c.client::getSoTimeout);
          }
        });
  }

  @Test
  void threadInterruptedBeforeReadsWhatIsThere() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.clientOut().write(5);
            InputStream in = c.serverIn();
            Bytes.awaitAvailable(in, 1);
            Background<String> reader =
                observed(
                    () -> {
                      Thread.currentThread().interrupt();
                      assertEquals(5, in.read());
                    });
            return reader.get() + " " + c.server.isClosed();
          }
        });
  }

  @Test
  void threadInterruptedBeforeWouldBlock() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            Background<String> reader =
                observed(
                    () -> {
                      Thread.currentThread().interrupt();
                      in.read();
                    });
            return reader.get() + " " + c.server.isClosed();
          }
        });
  }

  @Test
  void threadInterruptedBeforeWrites() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            Background<String> writer =
                observed(
                    () -> {
                      Thread.currentThread().interrupt();
                      c.clientOut().write(new byte[10]);
                    });
            return writer.get() + " " + c.serverIn().readNBytes(10).length + c.client.isClosed();
          }
        });
  }

  @Test
  void interruptOfOneReaderLeavesOtherSocketsAlone() throws Exception {
    try (Connected c = connect();
        Connected other = connect()) {
      InputStream in = c.clientIn();
      Background<String> reader = observed(in::read).awaitBlockedIn("read");
      Background<Integer> bystander =
          Background.ofVirtual(() -> other.clientIn().read()).awaitBlockedIn("read");
      reader.thread().interrupt();
      assertEquals(CLOSED, reader.get());
      assertFalse(other.client.isClosed());
      other.serverOut().write(1);
      assertEquals(1, bystander.get());
    }
  }
}
