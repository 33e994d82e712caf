package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

/** Ending what an end sends, while the other direction goes on; and ending both. */
class HalfCloseContract extends Contract {

  @Test
  void peerReadsWhatWasSentAndThenEndOfFile() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2, 3});
      c.client.shutdownOutput();
      assertEquals(3, c.serverIn().readNBytes(3).length);
      assertEquals(-1, c.serverIn().read());
      assertEquals(-1, c.serverIn().read(new byte[8]));
    }
  }

  @Test
  void otherDirectionStaysOpen() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      assertEquals(-1, c.serverIn().read());
      c.serverOut().write(42);
      assertEquals(42, c.clientIn().read());
      assertTrue(c.client.isOutputShutdown());
    }
  }

  @Test
  void answerOfAnySizeComesBackAfterShutdownOutput() throws Exception {
    byte[] answer = Bytes.pattern(2 * Bytes.MEBI);
    try (Connected c = connect()) {
      c.clientOut().write(1);
      c.client.shutdownOutput();
      assertEquals(1, c.serverIn().readAllBytes().length);
      Background<Void> writer =
          Background.running(
              () -> {
                c.serverOut().write(answer);
                c.server.shutdownOutput();
              });
      assertArrayEquals(answer, c.clientIn().readAllBytes());
      writer.get();
    }
  }

  @Test
  void shutdownOutputWakesThePeersReader() throws Exception {
    try (Connected c = connect()) {
      Background<Integer> reader = Background.of(() -> c.serverIn().read()).awaitBlockedIn("read");
      c.client.shutdownOutput();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void shutdownOutputLeavesTheOwnReaderBlocked() throws Exception {
    try (Connected c = connect()) {
      Background<Integer> reader = Background.of(() -> c.clientIn().read()).awaitBlockedIn("read");
      c.client.shutdownOutput();
      reader.assertStaysBlockedIn("read");
      c.serverOut().write(1);
      assertEquals(1, reader.get());
    }
  }

  @Test
  void shutdownsAreSeenOnTheSocketThatDidThemOnly() throws Exception {
    try (Connected c = connect()) {
      assertFalse(c.client.isOutputShutdown() || c.client.isInputShutdown());
      c.client.shutdownOutput();
      assertEquals(-1, c.serverIn().read());
      assertTrue(c.client.isOutputShutdown());
      assertFalse(c.client.isInputShutdown());
      assertFalse(c.server.isInputShutdown() || c.server.isOutputShutdown());
      c.server.shutdownInput();
      assertTrue(c.server.isInputShutdown());
      assertFalse(c.server.isOutputShutdown());
      assertFalse(c.server.isClosed() || c.client.isClosed());
    }
  }

  @Test
  void writeAfterShutdownOutput() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            var out = c.clientOut();
            c.client.shutdownOutput();
            return Outcome.of(() -> out.write(1));
          }
        });
  }

  @Test
  void writeAfterShutdownOutputFailsEveryTime() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      c.client.shutdownOutput();
      assertThrows(SocketException.class, () -> out.write(1));
      assertThrows(SocketException.class, () -> out.write(new byte[10]));
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void shutdownOutputUnderAWriter() throws Exception {
    byte[] huge = new byte[Bytes.MORE_THAN_ROOM];
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      Background<Void> writer = Background.running(() -> out.write(huge)).awaitBlockedIn("write");
      c.client.shutdownOutput();
      assertThrows(SocketException.class, writer::get);
      String end = Bytes.readToTheEnd(c.serverIn());
      assertTrue(end.endsWith("end of file"), end);
    }
  }

  @Test
  void shutdownOutputTwice() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.shutdownOutput();
            return Outcome.of(c.client::shutdownOutput);
          }
        });
  }

  @Test
  void shutdownBeforeConnect() {
    assertAsOracle(
        over -> {
          try (Socket socket = over.client().newSocket()) {
            return Outcome.of(socket::shutdownInput)
                + " "
                + Outcome.of(socket::shutdownOutput)
                + " "
                + socket.isInputShutdown()
                + " "
                + socket.isOutputShutdown();
          }
        });
  }

  @Test
  void shutdownAfterClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.close();
            return Outcome.of(c.client::shutdownInput)
                + " "
                + Outcome.of(c.client::shutdownOutput)
                + " "
                + c.client.isInputShutdown()
                + " "
                + c.client.isOutputShutdown();
          }
        });
  }

  @Test
  void shutdownOutputAfterThePeerHasClosed() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.server.close();
            int end = c.clientIn().read();
            return end + " " + Outcome.of(c.client::shutdownOutput);
          }
        });
  }

  @Test
  void streamsAreStillGivenForTheOtherDirection() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      c.server.shutdownInput();
      c.server.getOutputStream().write(3);
      assertEquals(3, c.client.getInputStream().read());
    }
  }

  @Test
  void bothDirectionsShutDownIsNotClosed() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      c.client.shutdownInput();
      assertFalse(c.client.isClosed());
      assertTrue(c.client.isConnected());
      assertEquals(-1, c.serverIn().read());
      c.client.close();
      assertTrue(c.client.isClosed());
    }
  }

  @Test
  void bothEndsShutDownTheirOutput() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(1);
      c.serverOut().write(2);
      c.client.shutdownOutput();
      c.server.shutdownOutput();
      assertArrayEquals(new byte[] {1}, c.serverIn().readAllBytes());
      assertArrayEquals(new byte[] {2}, c.clientIn().readAllBytes());
      assertFalse(c.client.isClosed() || c.server.isClosed());
    }
  }

  @Test
  void shutdownOutputThenCloseGivesOneEndOfFile() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[1000]);
      c.client.shutdownOutput();
      c.client.close();
      assertEquals("1000 bytes, then end of file", Bytes.readToTheEnd(c.serverIn()));
    }
  }

  @Test
  void endOfFileOfAnEmptyConnection() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      c.server.shutdownOutput();
      assertEquals(-1, c.clientIn().read());
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void shutdownsRacingWithEachOther() throws Exception {
    for (int round = 0; round < 50; round++) {
      try (Connected c = connect()) {
        Background<Void> client = Background.running(c.client::shutdownOutput);
        c.server.shutdownOutput();
        client.get();
        assertEquals(-1, c.clientIn().read());
        assertEquals(-1, c.serverIn().read());
      }
    }
  }

  /** The kernel answers with a reset what comes for a socket that neither sends nor receives. */
  @Test
  void writesToAPeerThatHasShutBothFailAtLast() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.serverOut().write(1);
            c.clientIn().read();
            c.clientOut().write(1);
            c.serverIn().read();
            c.server.shutdownInput();
            c.server.shutdownOutput();
            int end = c.clientIn().read();
            OutputStream out = c.clientOut();
            Outcome written =
                Outcome.of(
                    () -> {
                      while (true) {
                        out.write(new byte[100]);
                      }
                    });
            return end + " " + written;
          }
        });
  }

  /** The same, if the peer has sent nothing before. */
  @Test
  void writesToAPeerThatHasShutBothUnusedFailAtLast() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            for (int i = 0; i < 2; i++) {
              c.clientOut().write(i);
              c.serverIn().read();
            }
            c.server.shutdownInput();
            c.server.shutdownOutput();
            int end = c.clientIn().read();
            OutputStream out = c.clientOut();
            Background<Void> writer =
                Background.running(
                    () -> {
                      while (true) {
                        out.write(new byte[100]);
                      }
                    });
            return end + " " + writer.outcome();
          }
        });
  }
}
