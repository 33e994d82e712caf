package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jfs.contract.Blocking.Attempt;
import org.junit.jupiter.api.Test;

/** Waiting for a connection, and the ends of the wait. */
class AcceptWaitContract extends Contract {

  private static final Outcome CLOSED =
      new Outcome("threw java.net.SocketException: Socket closed");
  private static final Outcome TIMED_OUT =
      new Outcome("threw java.net.SocketTimeoutException: Accept timed out");

  private Socket connectTo(ServerSocket listener) throws IOException {
    Socket s = pairing.client().newSocket();
    s.connect(listener.getLocalSocketAddress());
    return s;
  }

  private ServerSocket listen() throws IOException {
    return Connected.listen(pairing.server());
  }

  @Test
  void acceptWaitsForAConnection() throws Exception {
    try (ServerSocket l = listen()) {
      Attempt<Socket> accepting = Blocking.attempt(l::accept);
      accepting.awaitBlockedIn("accept");
      try (Socket s = connectTo(l);
          Socket a = accepting.get()) {
        assertEquals(s.getLocalPort(), a.getPort());
      }
    }
  }

  @Test
  void acceptWithTimeoutWaitsForAConnection() throws Exception {
    try (ServerSocket l = listen()) {
      l.setSoTimeout(60_000);
      Attempt<Socket> accepting = Blocking.attempt(l::accept);
      accepting.awaitBlockedIn("accept");
      try (Socket s = connectTo(l);
          Socket a = accepting.get()) {
        assertEquals(s.getLocalPort(), a.getPort());
      }
    }
  }

  @Test
  void acceptTimesOutAndNotEarly() throws Exception {
    try (ServerSocket l = listen()) {
      l.setSoTimeout(50);
      long start = System.nanoTime();
      assertFails(SocketTimeoutException.class, "Accept timed out", l::accept);
      long took = System.nanoTime() - start;
      assertTrue(took >= TimeUnit.MILLISECONDS.toNanos(50), took + " ns");
      assertFalse(l.isClosed());
    }
  }

  @Test
  void acceptWorksAfterATimeout() throws Exception {
    try (ServerSocket l = listen()) {
      l.setSoTimeout(1);
      assertThrows(SocketTimeoutException.class, l::accept);
      assertThrows(SocketTimeoutException.class, l::accept);
      l.setSoTimeout(10_000);
      try (Socket s = connectTo(l);
          Socket a = l.accept()) {
        s.getOutputStream().write(1);
        assertEquals(1, a.getInputStream().read());
      }
    }
  }

  @Test
  void acceptWaitsForEverOnceTheTimeoutIsGone() throws Exception {
    try (ServerSocket l = listen()) {
      l.setSoTimeout(1);
      assertThrows(SocketTimeoutException.class, l::accept);
      l.setSoTimeout(0);
      Attempt<Socket> accepting = Blocking.attempt(l::accept);
      accepting.awaitBlockedIn("accept");
      try (Socket s = connectTo(l);
          Socket a = accepting.get()) {
        assertEquals(s.getLocalPort(), a.getPort());
      }
    }
  }

  @Test
  void connectionThatWaitsIsAcceptedWhateverTheTimeout() throws Exception {
    try (ServerSocket l = listen();
        Socket s = connectTo(l)) {
      l.setSoTimeout(10_000);
      try (Socket a = l.accept()) {
        assertEquals(s.getLocalPort(), a.getPort());
      }
    }
  }

  @Test
  void timeoutOfTheListenerIsNotThatOfReads() throws Exception {
    try (ServerSocket l = listen();
        Socket s = connectTo(l)) {
      l.setSoTimeout(10_000);
      try (Socket a = l.accept()) {
        assertEquals(0, a.getSoTimeout());
        Attempt<Integer> reading = Blocking.attempt(() -> a.getInputStream().read());
        reading.awaitBlockedIn("read");
        s.getOutputStream().write(4);
        assertEquals(4, reading.get());
      }
    }
  }

  @Test
  void closeEndsAnAcceptThatWaits() throws Exception {
    try (ServerSocket l = listen()) {
      Attempt<Socket> accepting = Blocking.attempt(l::accept);
      accepting.awaitBlockedIn("accept");
      l.close();
      assertEquals(CLOSED, accepting.outcome());
    }
  }

  @Test
  void closeEndsAnAcceptThatWaitsWithTimeout() throws Exception {
    try (ServerSocket l = listen()) {
      l.setSoTimeout(60_000);
      Attempt<Socket> accepting = Blocking.attempt(l::accept);
      accepting.awaitBlockedIn("accept");
      l.close();
      assertEquals(CLOSED, accepting.outcome());
    }
  }

  @Test
  void closeEndsEveryAcceptThatWaits() throws Exception {
    try (ServerSocket l = listen()) {
      List<Attempt<Socket>> accepting = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        accepting.add(Blocking.attempt(l::accept));
      }
      for (Attempt<Socket> one : accepting) {
        one.awaitBlockedIn("accept");
      }
      l.close();
      for (Attempt<Socket> one : accepting) {
        assertEquals(CLOSED, one.outcome());
      }
    }
  }

  @Test
  void portIsFreeOnceAWaitingAcceptHasEnded() throws Exception {
    try (ServerSocket l = listen();
        ServerSocket next = pairing.server().newServerSocket()) {
      Attempt<Socket> accepting = Blocking.attempt(l::accept);
      accepting.awaitBlockedIn("accept");
      l.close();
      assertEquals(CLOSED, accepting.outcome());
      next.bind(l.getLocalSocketAddress());
      assertEquals(l.getLocalPort(), next.getLocalPort());
    }
  }

  @Test
  void severalThreadsAccept() throws Exception {
    try (ServerSocket l = listen()) {
      List<Attempt<Socket>> accepting = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        accepting.add(Blocking.attempt(l::accept));
      }
      Set<Integer> clients = new HashSet<>();
      Set<Integer> accepted = new HashSet<>();
      List<Socket> open = new ArrayList<>();
      try {
        for (int i = 0; i < 4; i++) {
          Socket s = connectTo(l);
          open.add(s);
          clients.add(s.getLocalPort());
        }
        for (Attempt<Socket> one : accepting) {
          Socket a = one.get();
          open.add(a);
          accepted.add(a.getPort());
        }
      } finally {
        for (Socket socket : open) {
          socket.close();
        }
      }
      assertEquals(clients, accepted);
    }
  }

  @Test
  void severalAcceptsTimeOut() throws Exception {
    try (ServerSocket l = listen()) {
      l.setSoTimeout(50);
      List<Attempt<Socket>> accepting = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        accepting.add(Blocking.attempt(l::accept));
      }
      for (Attempt<Socket> one : accepting) {
        assertEquals(TIMED_OUT, one.outcome());
      }
    }
  }

  @Test
  void interruptDoesNotEndAnAcceptThatWaits() throws Exception {
    try (ServerSocket l = listen()) {
      Attempt<Socket> accepting = Blocking.attempt(l::accept);
      accepting.awaitBlockedIn("accept");
      accepting.thread().interrupt();
      accepting.awaitBlockedIn("accept");
      assertFalse(l.isClosed());
      try (Socket s = connectTo(l);
          Socket a = accepting.get()) {
        assertEquals(s.getLocalPort(), a.getPort());
      }
    }
  }

  @Test
  void interruptedThreadAccepts() throws Exception {
    try (ServerSocket l = listen();
        Socket s = connectTo(l)) {
      Thread.currentThread().interrupt();
      try (Socket a = l.accept()) {
        assertTrue(Thread.currentThread().isInterrupted());
        assertEquals(s.getLocalPort(), a.getPort());
      } finally {
        Thread.interrupted();
      }
    }
  }

  @Test
  void interruptedThreadWaitsForTheTimeout() throws Exception {
    try (ServerSocket l = listen()) {
      l.setSoTimeout(20);
      Thread.currentThread().interrupt();
      try {
        long start = System.nanoTime();
        assertThrows(SocketTimeoutException.class, l::accept);
        assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(20));
        assertTrue(Thread.currentThread().isInterrupted());
      } finally {
        Thread.interrupted();
      }
      assertFalse(l.isClosed());
    }
  }
}
