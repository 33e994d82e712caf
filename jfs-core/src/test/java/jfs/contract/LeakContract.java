package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sockets that the program forgets to close are freed when the garbage collector finds them. */
class LeakContract extends Contract {

  interface Condition {
    boolean holds() throws Exception;
  }

  /** Collects garbage until the condition holds. */
  static void awaitCollected(Condition condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Background.PATIENCE_SECONDS);
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < deadline, "not collected");
      System.gc();
      // A thread of the JVM closes the descriptor soon after.
      Thread.sleep(5);
    }
  }

  private static boolean isAtTheEnd(Socket socket) throws IOException {
    socket.setSoTimeout(5);
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  // Methods of their own make what is to be collected, so that no variable holds on to it.

  private Socket peerOfForgottenClient(ServerSocket listener) throws IOException {
    Socket client = pairing.client().newSocket();
    client.connect(listener.getLocalSocketAddress());
    return listener.accept();
  }

  private Socket peerOfForgottenServer(ServerSocket listener) throws IOException {
    Socket client = pairing.client().newSocket();
    client.connect(listener.getLocalSocketAddress());
    Socket server = listener.accept();
    assertEquals(client.getLocalPort(), server.getPort());
    return client;
  }

  private Socket peerOfForgottenClientInUse(ServerSocket listener) throws IOException {
    Socket client = pairing.client().newSocket();
    client.connect(listener.getLocalSocketAddress());
    Socket server = listener.accept();
    client.getOutputStream().write(new byte[1000]);
    assertEquals(1000, server.getInputStream().readNBytes(1000).length);
    server.getOutputStream().write(2);
    assertEquals(2, client.getInputStream().read());
    client.setSoTimeout(1);
    assertEquals(
        "threw java.net.SocketTimeoutException: Read timed out",
        Outcome.of(() -> client.getInputStream().read()).words());
    return server;
  }

  private SocketAddress addressOfForgottenListener() throws IOException {
    return Connected.listen(pairing.server()).getLocalSocketAddress();
  }

  private InputStream inputOfForgottenClient(ServerSocket listener) throws IOException {
    Socket client = pairing.client().newSocket();
    client.connect(listener.getLocalSocketAddress());
    return client.getInputStream();
  }

  private OutputStream outputOfForgottenClient(ServerSocket listener) throws IOException {
    Socket client = pairing.client().newSocket();
    client.connect(listener.getLocalSocketAddress());
    return client.getOutputStream();
  }

  private void forgetUnconnected(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      // Setting an option makes the kernel's socket.
      pairing.client().newSocket().setSoTimeout(1);
    }
  }

  @Test
  void forgottenClientIsClosed() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server());
        Socket peer = peerOfForgottenClient(listener)) {
      awaitCollected(() -> isAtTheEnd(peer));
    }
  }

  @Test
  void forgottenAcceptedSocketIsClosed() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server());
        Socket peer = peerOfForgottenServer(listener)) {
      awaitCollected(() -> isAtTheEnd(peer));
    }
  }

  @Test
  void forgottenClientThatWasInUseIsClosed() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server());
        Socket peer = peerOfForgottenClientInUse(listener)) {
      awaitCollected(() -> isAtTheEnd(peer));
    }
  }

  @Test
  void forgottenListenerIsClosed() throws Exception {
    SocketAddress address = addressOfForgottenListener();
    awaitCollected(
        () -> {
          try (Socket client = pairing.client().newSocket()) {
            // No thread accepts: in the end there is no more room for connections that wait.
            client.connect(address, 1000);
            return false;
          } catch (ConnectException e) {
            return true;
          } catch (SocketTimeoutException e) {
            return false;
          }
        });
  }

  @Test
  void inputStreamKeepsTheSocketOpen() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server());
        InputStream in = inputOfForgottenClient(listener);
        Socket peer = listener.accept()) {
      for (int i = 0; i < 3; i++) {
        System.gc();
        peer.getOutputStream().write(i);
        assertEquals(i, in.read());
      }
    }
  }

  @Test
  void outputStreamKeepsTheSocketOpen() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server());
        OutputStream out = outputOfForgottenClient(listener);
        Socket peer = listener.accept()) {
      for (int i = 0; i < 3; i++) {
        System.gc();
        out.write(i);
        assertEquals(i, peer.getInputStream().read());
      }
    }
  }

  @Test
  void readerKeepsTheSocketOpen() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      Background<Integer> reader =
          Background.of(() -> inputOfForgottenClient(listener).read()).awaitBlockedIn("read");
      try (Socket peer = listener.accept()) {
        System.gc();
        reader.assertStaysBlockedIn("read");
        peer.getOutputStream().write(7);
        assertEquals(7, reader.get());
      }
    }
  }

  @Test
  void descriptorsOfManyForgottenConnectionsAreFreed() throws Exception {
    assumeTrue(Descriptors.areCountable());
    int many = 200;
    List<Socket> peers = new ArrayList<>();
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      int before = Descriptors.count();
      for (int i = 0; i < many; i++) {
        peers.add(peerOfForgottenClient(listener));
      }
      // The peers stay; a few other descriptors may come and go.
      awaitCollected(() -> Descriptors.count() < before + many + 20);
      for (Socket peer : peers) {
        awaitCollected(() -> isAtTheEnd(peer));
      }
    } finally {
      for (Socket peer : peers) {
        peer.close();
      }
    }
  }

  /** A program at its limit of descriptors would notice more than one. */
  @Test
  void connectionTakesOneDescriptorAtEachEnd() throws Exception {
    assumeTrue(Descriptors.areCountable());
    int many = 100;
    List<Connected> connections = new ArrayList<>();
    int before = Descriptors.count();
    try {
      for (int i = 0; i < many; i++) {
        connections.add(Connected.of(pairing));
      }
      // Each connection has its listener, and the first connection takes a few more.
      assertTrue(Descriptors.count() < before + 3 * many + 20);
    } finally {
      for (Connected connection : connections) {
        connection.close();
      }
    }
  }

  @Test
  void descriptorsOfForgottenUnconnectedSocketsAreFreed() throws Exception {
    assumeTrue(Descriptors.areCountable());
    int before = Descriptors.count();
    forgetUnconnected(100);
    awaitCollected(() -> Descriptors.count() < before + 20);
  }
}
