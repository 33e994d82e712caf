package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Interrupting platform threads: sockets take no notice, and the interrupt status stays. */
class InterruptContract extends Contract {

  private static final byte[] HUGE = new byte[Bytes.MORE_THAN_ROOM];

  /** Returns the operation's result together with the interrupt status after it. */
  private static Background<String> observed(Callable<?> operation) {
    return Background.of(() -> operation.call() + " " + Thread.currentThread().isInterrupted());
  }

  /** Runs the operation with the interrupt status set, and checks that it is set afterwards. */
  private static void interrupted(Outcome.Action operation) throws Exception {
    Background.running(
            () -> {
              Thread.currentThread().interrupt();
              operation.run();
              assertTrue(Thread.currentThread().isInterrupted());
            })
        .get();
  }

  /** The program finds its own calls in the stack trace, whichever thread has waited for it. */
  private static void assertThrownHere(Exception e) {
    StackTraceElement[] trace = e.getStackTrace();
    String own = InterruptContract.class.getName();
    assertTrue(
        Arrays.stream(trace).anyMatch(frame -> frame.getClassName().equals(own)),
        () -> Arrays.toString(trace));
  }

  @Test
  void readerStaysBlocked() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<String> reader = observed(() -> in.read()).awaitBlockedIn("read");
      reader.thread().interrupt();
      reader.assertStaysBlockedIn("read");
      assertTrue(reader.thread().isInterrupted());
      c.clientOut().write(5);
      assertEquals("5 true", reader.get());
      assertFalse(c.server.isClosed());
    }
  }

  @Test
  void readerIntoAnArrayStaysBlocked() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<String> reader = observed(() -> in.read(new byte[10])).awaitBlockedIn("read");
      reader.thread().interrupt();
      reader.assertStaysBlockedIn("read");
      c.serverOut().write(new byte[3]);
      assertEquals("3 true", reader.get());
    }
  }

  @Test
  void readerStaysBlockedHoweverOftenInterrupted() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<String> reader = observed(() -> in.read()).awaitBlockedIn("read");
      for (int i = 0; i < 10; i++) {
        reader.thread().interrupt();
        reader.awaitBlockedIn("read");
      }
      c.clientOut().write(5);
      assertEquals("5 true", reader.get());
    }
  }

  @Test
  void interruptedReaderSeesTheEndOfFile() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<String> reader = observed(() -> in.read()).awaitBlockedIn("read");
      reader.thread().interrupt();
      c.client.shutdownOutput();
      assertEquals("-1 true", reader.get());
    }
  }

  @Test
  void timedReaderStaysBlocked() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(60_000);
      InputStream in = c.serverIn();
      Background<String> reader = observed(() -> in.read()).awaitBlockedIn("read");
      reader.thread().interrupt();
      reader.assertStaysBlockedIn("read");
      c.clientOut().write(5);
      assertEquals("5 true", reader.get());
    }
  }

  @Test
  void timedReaderStillTimesOut() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(30);
      InputStream in = c.serverIn();
      Background<String> reader =
          observed(() -> assertThrows(SocketTimeoutException.class, in::read).getMessage());
      reader.thread().interrupt();
      assertEquals("Read timed out true", reader.get());
    }
  }

  @Test
  void readerWaitingForAReaderStaysBlocked() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<String> first = observed(() -> in.read()).awaitBlockedIn("read");
      Background<String> second = observed(() -> in.read()).awaitBlockedIn("read");
      second.thread().interrupt();
      second.assertStaysBlockedIn("read");
      c.clientOut().write(5);
      c.clientOut().write(5);
      assertEquals("5 false", first.get());
      assertEquals("5 true", second.get());
    }
  }

  @Test
  void timedReaderWaitingForAReaderStaysBlocked() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<String> first = observed(() -> in.read()).awaitBlockedIn("read");
      c.server.setSoTimeout(60_000);
      Background<String> second = observed(() -> in.read()).awaitBlockedIn("read");
      second.thread().interrupt();
      second.assertStaysBlockedIn("read");
      c.clientOut().write(5);
      c.clientOut().write(5);
      assertEquals("5 false", first.get());
      assertEquals("5 true", second.get());
    }
  }

  @Test
  void closeEndsAnInterruptedReader() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<String> reader =
          observed(() -> assertThrows(SocketException.class, in::read).getMessage())
              .awaitBlockedIn("read");
      reader.thread().interrupt();
      reader.assertStaysBlockedIn("read");
      c.server.close();
      assertEquals("Socket closed true", reader.get());
    }
  }

  @Test
  void writerStaysBlocked() throws Exception {
    try (Connected c = connect()) {
      Background<String> writer =
          observed(
                  () -> {
                    c.clientOut().write(HUGE);
                    return "written";
                  })
              .awaitBlockedIn("write");
      writer.thread().interrupt();
      writer.assertStaysBlockedIn("write");
      Bytes.discard(c.serverIn(), HUGE.length);
      assertEquals("written true", writer.get());
    }
  }

  @Test
  void closeEndsAnInterruptedWriter() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      Background<String> writer =
          observed(() -> assertThrows(SocketException.class, () -> out.write(HUGE)).getMessage())
              .awaitBlockedIn("write");
      writer.thread().interrupt();
      writer.assertStaysBlockedIn("write");
      c.client.close();
      assertEquals("Socket closed true", writer.get());
    }
  }

  @Test
  void accepterStaysBlocked() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      Background<String> accepter =
          observed(
                  () -> {
                    try (Socket accepted = listener.accept()) {
                      return accepted.getPort();
                    }
                  })
              .awaitBlockedIn("accept");
      accepter.thread().interrupt();
      accepter.assertStaysBlockedIn("accept");
      try (Socket client = pairing.client().newSocket()) {
        client.connect(listener.getLocalSocketAddress());
        assertEquals(client.getLocalPort() + " true", accepter.get());
      }
      assertFalse(listener.isClosed());
    }
  }

  @Test
  void timedAccepterStaysBlocked() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      listener.setSoTimeout(60_000);
      Background<String> accepter =
          observed(
                  () -> {
                    try (Socket accepted = listener.accept()) {
                      return accepted.getPort();
                    }
                  })
              .awaitBlockedIn("accept");
      accepter.thread().interrupt();
      accepter.assertStaysBlockedIn("accept");
      try (Socket client = pairing.client().newSocket()) {
        client.connect(listener.getLocalSocketAddress());
        assertEquals(client.getLocalPort() + " true", accepter.get());
      }
    }
  }

  @Test
  void timedAccepterStillTimesOut() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      listener.setSoTimeout(30);
      Background<String> accepter =
          observed(() -> assertThrows(SocketTimeoutException.class, listener::accept).getMessage());
      accepter.thread().interrupt();
      assertEquals("Accept timed out true", accepter.get());
    }
  }

  @Test
  void closeEndsAnInterruptedAccepter() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      Background<String> accepter =
          observed(() -> assertThrows(SocketException.class, listener::accept).getMessage())
              .awaitBlockedIn("accept");
      accepter.thread().interrupt();
      accepter.assertStaysBlockedIn("accept");
      listener.close();
      assertEquals("Socket closed true", accepter.get());
    }
  }

  @Test
  void connecterStaysBlocked() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket socket = pairing.client().newSocket()) {
      Background<Void> connecter =
          Background.running(() -> socket.connect(full.address())).awaitBlockedIn("connect");
      connecter.thread().interrupt();
      connecter.assertStaysBlockedIn("connect");
      assertTrue(connecter.thread().isInterrupted());
      socket.close();
      assertThrows(SocketException.class, connecter::get);
    }
  }

  @Test
  void timedConnecterStaysBlocked() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket socket = pairing.client().newSocket()) {
      Background<Void> connecter =
          Background.running(() -> socket.connect(full.address(), 60_000))
              .awaitBlockedIn("connect");
      connecter.thread().interrupt();
      connecter.assertStaysBlockedIn("connect");
      assertTrue(connecter.thread().isInterrupted());
      socket.close();
      assertThrows(SocketException.class, connecter::get);
    }
  }

  @Test
  void timedConnecterStillTimesOut() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket socket = pairing.client().newSocket()) {
      interrupted(
          () ->
              assertThrows(SocketTimeoutException.class, () -> socket.connect(full.address(), 20)));
    }
  }

  @Test
  void threadInterruptedBeforeReads() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(5);
      interrupted(() -> assertEquals(5, c.serverIn().read()));
    }
  }

  @Test
  void threadInterruptedBeforeBlocksAndReads() throws Exception {
    try (Connected c = connect()) {
      Background<Void> reader =
          Background.running(() -> interrupted(() -> assertEquals(5, c.serverIn().read())));
      c.clientOut().write(5);
      reader.get();
    }
  }

  @Test
  void threadInterruptedBeforeReadsWithATimeout() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(60_000);
      c.clientOut().write(5);
      interrupted(() -> assertEquals(5, c.serverIn().read()));
      c.server.setSoTimeout(5);
      InputStream in = c.serverIn();
      interrupted(() -> assertThrownHere(assertThrows(SocketTimeoutException.class, in::read)));
    }
  }

  @Test
  void threadInterruptedBeforeWrites() throws Exception {
    try (Connected c = connect()) {
      interrupted(() -> c.clientOut().write(5));
      assertEquals(5, c.serverIn().read());
    }
  }

  @Test
  void threadInterruptedBeforeWritesMoreThanThereIsRoomFor() throws Exception {
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.running(() -> interrupted(() -> c.clientOut().write(HUGE)));
      Bytes.discard(c.serverIn(), HUGE.length);
      writer.get();
    }
  }

  @Test
  void threadInterruptedBeforeConnectsAndAccepts() throws Exception {
    interrupted(
        () -> {
          try (Connected c = connect()) {
            c.clientOut().write(5);
            assertEquals(5, c.serverIn().read());
          }
        });
  }

  @Test
  void threadInterruptedBeforeConnectsWithATimeout() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server());
        Socket client = pairing.client().newSocket()) {
      interrupted(() -> client.connect(listener.getLocalSocketAddress(), 60_000));
      listener.setSoTimeout(60_000);
      interrupted(() -> listener.accept().close());
    }
  }

  @Test
  void threadInterruptedBeforeCloses() throws Exception {
    try (Connected c = connect()) {
      interrupted(c.client::close);
      assertTrue(c.client.isClosed());
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void threadInterruptedBeforeShutsDown() throws Exception {
    try (Connected c = connect()) {
      interrupted(c.client::shutdownOutput);
      assertEquals(-1, c.serverIn().read());
      c.serverOut().write(4);
      assertEquals(4, c.clientIn().read());
    }
  }
}
