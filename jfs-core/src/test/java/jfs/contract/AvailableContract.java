package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import jfs.contract.Blocking.Attempt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How many bytes a socket's input says can be read without waiting, while the connection is open.
 */
class AvailableContract extends Contract {

  @Test
  void nothingAtFirst() throws Exception {
    try (Connected c = connect()) {
      assertEquals(0, c.clientIn().available());
      assertEquals(0, c.serverIn().available());
    }
  }

  @Test
  void nothingBeforeAnybodyAccepts() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.connect(l.getLocalSocketAddress());
      assertEquals(0, s.getInputStream().available());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 100, 4096, 10_000})
  void everythingThatWasWritten(int n) throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[n]);
      Bytes.awaitExactly(c.serverIn(), n);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 100, 4096, 10_000})
  void everythingThatWasWrittenByTheServer(int n) throws Exception {
    try (Connected c = connect()) {
      c.serverOut().write(new byte[n]);
      Bytes.awaitExactly(c.clientIn(), n);
    }
  }

  @Test
  void whatWasWrittenBeforeAccept() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.connect(l.getLocalSocketAddress());
      s.getOutputStream().write(new byte[5]);
      try (Socket a = l.accept()) {
        Bytes.awaitExactly(a.getInputStream(), 5);
      }
    }
  }

  @Test
  void sumOfSeveralWrites() throws Exception {
    try (Connected c = connect()) {
      for (int i = 1; i <= 10; i++) {
        c.clientOut().write(new byte[i]);
      }
      Bytes.awaitExactly(c.serverIn(), 55);
    }
  }

  @Test
  void growsWithEachWrite() throws Exception {
    try (Connected c = connect()) {
      for (int i = 1; i <= 10; i++) {
        c.clientOut().write(i);
        Bytes.awaitExactly(c.serverIn(), i);
      }
    }
  }

  @Test
  void shrinksWithEachRead() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[10]);
      Bytes.awaitExactly(c.serverIn(), 10);
      assertEquals(0, c.serverIn().read());
      assertEquals(9, c.serverIn().available());
      assertEquals(4, c.serverIn().readNBytes(4).length);
      assertEquals(5, c.serverIn().available());
      assertEquals(2, c.serverIn().skip(2));
      assertEquals(3, c.serverIn().available());
      assertEquals(3, c.serverIn().readNBytes(3).length);
      assertEquals(0, c.serverIn().available());
    }
  }

  @Test
  void askingTakesNothing() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2, 3});
      Bytes.awaitExactly(c.serverIn(), 3);
      for (int i = 0; i < 100; i++) {
        assertEquals(3, c.serverIn().available());
      }
      assertEquals(1, c.serverIn().read());
    }
  }

  @Test
  void thatManyAreReadWithoutWaiting() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[1000]);
      Bytes.awaitExactly(c.serverIn(), 1000);
      assertEquals(1000, c.serverIn().read(new byte[2000]));
    }
  }

  @Test
  void thatManyAreReadAtOnceAfterAPart() throws Exception {
    try (Connected c = connect()) {
      for (int i = 0; i < 3; i++) {
        c.clientOut().write(new byte[10]);
        Bytes.awaitExactly(c.serverIn(), 10);
        assertEquals(7, c.serverIn().read(new byte[7]));
        c.clientOut().write(new byte[10]);
        Bytes.awaitExactly(c.serverIn(), 13);
        assertEquals(13, c.serverIn().read(new byte[13]));
      }
    }
  }

  @Test
  void thatManyAreReadAtOnceHoweverMany() throws Exception {
    try (Connected c = connect()) {
      for (int n : new int[] {3000, 4000, 5000, 60_000, 60_000, 100}) {
        c.clientOut().write(new byte[n]);
        Bytes.awaitExactly(c.serverIn(), n);
        assertEquals(n, c.serverIn().read(new byte[n]));
      }
    }
  }

  @Test
  void readOfNothingTakesNothing() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[3]);
      Bytes.awaitExactly(c.serverIn(), 3);
      assertEquals(0, c.serverIn().read(new byte[0]));
      assertEquals(3, c.serverIn().available());
    }
  }

  @Test
  void writesCountAtThePeerOnly() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[3]);
      Bytes.awaitExactly(c.serverIn(), 3);
      assertEquals(0, c.clientIn().available());
    }
  }

  @Test
  void bothDirectionsAtOnce() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[3]);
      c.serverOut().write(new byte[4]);
      Bytes.awaitExactly(c.serverIn(), 3);
      Bytes.awaitExactly(c.clientIn(), 4);
    }
  }

  @Test
  void askingDoesNotWaitForAReader() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Attempt<Integer> reading = Blocking.attempt(() -> in.read());
      reading.awaitBlockedIn("read");
      assertEquals(0, in.available());
      c.clientOut().write(8);
      assertEquals(8, reading.get());
      assertEquals(0, in.available());
    }
  }

  @Test
  void afterAReadThatTimedOut() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(1);
      assertThrows(SocketTimeoutException.class, () -> c.serverIn().read());
      assertEquals(0, c.serverIn().available());
      c.clientOut().write(new byte[6]);
      Bytes.awaitExactly(c.serverIn(), 6);
    }
  }

  @Test
  void smallReceiveBufferHoldsWhatFits() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket();
        Socket s = pairing.client().newSocket()) {
      l.setReceiveBufferSize(4096);
      l.bind(null);
      s.connect(l.getLocalSocketAddress());
      try (Socket a = l.accept()) {
        s.getOutputStream().write(new byte[1000]);
        Bytes.awaitExactly(a.getInputStream(), 1000);
      }
    }
  }

  @Test
  void sumOfReadsIsWhatWasWritten() throws Exception {
    int total = 1_000_000;
    try (Connected c = connect()) {
      Attempt<Void> writing =
          Blocking.attempt(
              () -> {
                c.clientOut().write(new byte[total]);
                return null;
              });
      InputStream in = c.serverIn();
      int read = 0;
      while (read < total) {
        int n = in.available();
        if (n > 0) {
          assertTrue(n <= total - read, n + " available");
          assertEquals(n, in.readNBytes(n).length);
          read += n;
        } else {
          Thread.onSpinWait();
        }
      }
      writing.get();
      assertEquals(0, in.available());
    }
  }
}
