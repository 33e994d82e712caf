package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Ending one direction of a connection while the other goes on. */
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
}
