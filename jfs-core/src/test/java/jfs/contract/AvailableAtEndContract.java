package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

/** What a socket's input says can be read once a direction, or the connection, has ended. */
class AvailableAtEndContract extends Contract {

  @Test
  void peersHalfCloseLeavesWhatWasWritten() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[6]);
      c.client.shutdownOutput();
      Bytes.awaitExactly(c.serverIn(), 6);
      assertEquals(6, c.serverIn().readAllBytes().length);
      assertEquals(0, c.serverIn().available());
    }
  }

  @Test
  void peersCloseLeavesWhatWasWritten() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[6]);
      c.client.close();
      Bytes.awaitExactly(c.serverIn(), 6);
      assertEquals(6, c.serverIn().readAllBytes().length);
    }
  }

  @Test
  void nothingAtEndOfFile() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      assertEquals(-1, c.serverIn().read());
      assertEquals(0, c.serverIn().available());
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void nothingAfterPeersClose() throws Exception {
    try (Connected c = connect()) {
      c.client.close();
      assertEquals(-1, c.serverIn().read());
      assertEquals(0, c.serverIn().available());
    }
  }

  @Test
  void nothingAfterShutdownInput() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      c.server.shutdownInput();
      assertEquals(0, in.available());
    }
  }

  @Test
  void shutdownInputForgetsWhatHadCome() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      c.clientOut().write(new byte[9]);
      Bytes.awaitExactly(in, 9);
      c.server.shutdownInput();
      assertEquals(0, in.available());
      assertEquals(-1, in.read());
    }
  }

  @Test
  void ownShutdownOutputChangesNothing() throws Exception {
    try (Connected c = connect()) {
      c.server.shutdownOutput();
      c.clientOut().write(new byte[9]);
      Bytes.awaitExactly(c.serverIn(), 9);
    }
  }

  @Test
  void afterClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.server.close();
            return Outcome.of(in::available);
          }
        });
  }

  @Test
  void afterCloseItFails() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      c.client.close();
      assertThrows(SocketException.class, in::available);
    }
  }

  @Test
  void afterCloseWithBytesLeft() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.clientOut().write(new byte[3]);
            Bytes.awaitExactly(in, 3);
            c.server.close();
            return Outcome.of(in::available);
          }
        });
  }

  @Test
  void afterShutdownInputAndClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.server.shutdownInput();
            c.server.close();
            return Outcome.of(in::available);
          }
        });
  }

  @Test
  void afterEndOfFileAndClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.client.close();
            in.read();
            c.server.close();
            return Outcome.of(in::available);
          }
        });
  }

  @Test
  void afterReset() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.client.setSoLinger(true, 0);
            c.client.close();
            return Outcome.of(() -> in.read()) + " " + Outcome.of(in::available);
          }
        });
  }

  @Test
  void afterResetThatAWriteMet() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.client.setSoLinger(true, 0);
            c.client.close();
            Blocking.await("reset", () -> writeFails(c));
            return Outcome.of(in::available);
          }
        });
  }

  private static boolean writeFails(Connected c) {
    try {
      c.serverOut().write(1);
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
