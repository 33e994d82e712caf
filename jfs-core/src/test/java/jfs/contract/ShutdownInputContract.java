package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Ending what an end receives, while it may go on sending. */
class ShutdownInputContract extends Contract {

  @Test
  void shutdownInputWakesAReader() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.client.shutdownInput();
      assertEquals(-1, reader.get());
      assertEquals(-1, in.read());
    }
  }

  @Test
  void shutdownInputWakesATimedReader() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(60_000);
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.client.shutdownInput();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void readsAfterShutdownInputAreAtTheEndOfFile() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      c.client.shutdownInput();
      assertEquals(-1, in.read());
      assertEquals(-1, in.read(new byte[5]));
      assertEquals(0, in.readAllBytes().length);
    }
  }

  @Test
  void bytesNotYetReadAreDroppedByShutdownInput() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      c.serverOut().write(new byte[10]);
      Bytes.awaitAvailable(in, 10);
      c.client.shutdownInput();
      assertEquals(-1, in.read());
    }
  }

  @Test
  void availableAfterShutdownInput() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      c.serverOut().write(new byte[10]);
      Bytes.awaitAvailable(in, 10);
      c.client.shutdownInput();
      assertEquals(0, in.available());
    }
  }

  @Test
  void peerMayWriteAfterShutdownInput() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      c.client.shutdownInput();
      for (int i = 0; i < 10; i++) {
        c.serverOut().write(new byte[100]);
      }
      assertEquals(-1, in.read());
    }
  }

  @Test
  void ownWritesGoOnAfterShutdownInput() throws Exception {
    byte[] sent = Bytes.pattern(Bytes.MEBI);
    try (Connected c = connect()) {
      c.client.shutdownInput();
      Background<Void> writer = Background.running(() -> c.clientOut().write(sent));
      assertArrayEquals(sent, c.serverIn().readNBytes(sent.length));
      writer.get();
    }
  }

  @Test
  void shutdownInputIsNotToldToThePeer() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownInput();
      Background<Integer> reader =
          Background.of(() -> c.serverIn().read()).assertStaysBlockedIn("read");
      c.clientOut().write(1);
      assertEquals(1, reader.get());
    }
  }

  @Test
  void closeAfterShutdownInputWithBytesNotRead() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.serverOut().write(new byte[10]);
            Bytes.awaitAvailable(c.clientIn(), 10);
            c.client.shutdownInput();
            c.client.close();
            return Bytes.readToTheEnd(c.serverIn());
          }
        });
  }

  @Test
  void shutdownInputTwice() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.server.shutdownInput();
            return Outcome.of(c.server::shutdownInput);
          }
        });
  }

  @Test
  void shutdownInputAfterThePeerHasClosed() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.server.close();
            int end = c.clientIn().read();
            return end + " " + Outcome.of(c.client::shutdownInput);
          }
        });
  }
}
