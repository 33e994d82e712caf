package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * An end that has read everything closes while its answer is still on its way. The other end must
 * get all of that: only bytes that are left unread make the kernel drop it, and reset. So a
 * transport that leaves a byte of its own unread on TCP shows here.
 */
class AnswerAtEndContract extends Contract {

  /** The first write of its direction, and longer than the client's kernel takes. */
  private static final byte[] ANSWER = Bytes.pattern(20_000);

  /** For the client, before it connects. */
  private static final int CLIENT_BUFFER = 4096;

  /** For the server. */
  private static final int SERVER_BUFFER = 100_000;

  private static final int ROUNDS = 40;
  private static final int STEP_NANOS = 50_000;
  private static final int DEPTH = 1000;

  /** A connection on which the server has sent an answer that the client has no room for yet. */
  private Connected answered() throws Exception {
    Connected c = Connected.of(pairing, CLIENT_BUFFER);
    c.server.setSendBufferSize(SERVER_BUFFER);
    c.serverOut().write(ANSWER);
    return c;
  }

  /** Has the client send two bytes, for its direction to leave TCP, and the server read them. */
  private static void request(Connected c) throws Exception {
    for (int i = 0; i < 2; i++) {
      c.clientOut().write(i);
      assertEquals(i, c.serverIn().read());
    }
  }

  private static void assertAnswered(Connected c) throws Exception {
    assertArrayEquals(ANSWER, c.clientIn().readAllBytes());
  }

  // A method of its own makes what is to be collected, so that no variable holds on to it.

  /** The forgotten end has read all that the peer has sent, and its answer is on its way. */
  private Socket peerOfForgottenServer(ServerSocket listener, byte[] answer) throws IOException {
    Socket client = pairing.client().newSocket();
    client.setReceiveBufferSize(CLIENT_BUFFER);
    client.connect(listener.getLocalSocketAddress());
    Socket server = listener.accept();
    pairing.settle(client, server);
    server.setSendBufferSize(SERVER_BUFFER);
    server.getOutputStream().write(answer);
    for (int i = 0; i < 2; i++) {
      client.getOutputStream().write(i);
      assertEquals(i, server.getInputStream().read());
    }
    return client;
  }

  @Test
  void afterARead() throws Exception {
    try (Connected c = answered()) {
      request(c);
      c.server.close();
      assertAnswered(c);
    }
  }

  @Test
  void afterAReadThatBlocked() throws Exception {
    try (Connected c = answered()) {
      request(c);
      Background<Integer> reader = Background.of(() -> c.serverIn().read()).awaitBlockedIn("read");
      c.clientOut().write(7);
      assertEquals(7, reader.get());
      c.server.close();
      assertAnswered(c);
    }
  }

  @Test
  void afterTheFirstReadThatBlocked() throws Exception {
    try (Connected c = answered()) {
      Background<Integer> reader = Background.of(() -> c.serverIn().read()).awaitBlockedIn("read");
      c.clientOut().write(7);
      c.clientOut().write(8);
      assertEquals(7, reader.get());
      assertEquals(8, c.serverIn().read());
      c.server.close();
      assertAnswered(c);
    }
  }

  @Test
  void afterAnEndOfFile() throws Exception {
    try (Connected c = answered()) {
      request(c);
      Background<Integer> reader = Background.of(() -> c.serverIn().read()).awaitBlockedIn("read");
      c.client.shutdownOutput();
      assertEquals(-1, reader.get());
      c.server.close();
      assertAnswered(c);
    }
  }

  @Test
  void beforeAnEndOfFileIsRead() throws Exception {
    try (Connected c = answered()) {
      request(c);
      c.client.shutdownOutput();
      c.server.close();
      assertAnswered(c);
    }
  }

  @Test
  void afterAShutdownOfInput() throws Exception {
    try (Connected c = answered()) {
      request(c);
      InputStream in = c.serverIn();
      c.server.shutdownInput();
      assertEquals(-1, in.read());
      c.server.close();
      assertAnswered(c);
    }
  }

  /** Its end of file was not read, but that is no byte: the kernel has nothing to drop. */
  @Test
  void ofAForgottenSocket() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server());
        Socket peer = peerOfForgottenServer(listener, ANSWER)) {
      peer.shutdownOutput();
      int port = peer.getPort();
      LeakContract.awaitCollected(() -> !Kernel.isOpen(port, peer.getLocalPort()));
      assertArrayEquals(ANSWER, peer.getInputStream().readAllBytes());
    }
  }

  @Test
  void writerToAForgottenSocketFails() throws Exception {
    byte[] huge = new byte[Bytes.MORE_THAN_ROOM];
    try (ServerSocket listener = Connected.listen(pairing.server());
        Socket peer = peerOfForgottenServer(listener, new byte[0])) {
      Background<Void> writer = Background.running(() -> peer.getOutputStream().write(huge));
      LeakContract.awaitCollected(writer::isDone);
      assertThrows(SocketException.class, writer::get);
    }
  }

  /**
   * After a read that gave up at the moment at which the byte came that it had waited for. Each
   * round tries to be nearer to that moment, until the byte is found right after the timeout.
   */
  @Test
  void afterATimeoutThatAWriteMet() throws Exception {
    try (Connected c = answered()) {
      request(c);
      long delay = TimeUnit.MILLISECONDS.toNanos(1);
      boolean met = false;
      for (int round = 0; round < ROUNDS && !met; round++) {
        AtomicLong time = new AtomicLong(Long.MAX_VALUE);
        Background<Void> writer = Background.running(() -> writeAt(time, c.clientOut()));
        c.server.setSoTimeout(1);
        time.set(System.nanoTime() + delay);
        boolean timedOut = timesOut(c.serverIn(), DEPTH);
        if (timedOut) {
          met = c.serverIn().available() > 0;
          c.server.setSoTimeout(0);
          assertEquals(7, c.serverIn().read());
        }
        writer.get();
        delay += timedOut ? -STEP_NANOS : STEP_NANOS;
      }
      c.server.close();
      assertAnswered(c);
    }
  }

  private static void writeAt(AtomicLong time, OutputStream out) throws Exception {
    while (System.nanoTime() < time.get()) {
      Thread.onSpinWait();
    }
    out.write(7);
  }

  /**
   * Whether a read times out. Below many frames: the JDK's exception then takes long to make, and
   * the moment between the last look for a byte and the return is a long one.
   */
  private static boolean timesOut(InputStream in, int depth) throws Exception {
    if (depth > 0) {
      return timesOut(in, depth - 1);
    }
    try {
      assertEquals(7, in.read());
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }
}
