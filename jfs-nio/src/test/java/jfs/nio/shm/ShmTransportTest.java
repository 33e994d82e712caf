package jfs.nio.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ShmTransportTest {

  private static ShmTransport of(Outgoing out, Incoming in) {
    ShmTransport transport = new ShmTransport(null, 1, null, out, true);
    transport.complete(2, in);
    return transport;
  }

  /** Its memory is given back at once, by the end that has it and by the end that reads there. */
  @Test
  void whetherItHasGrownIsSeenAtBothEnds() throws IOException {
    try (OneDirection there = new OneDirection();
        OneDirection back = new OneDirection()) {
      ShmTransport sender = of(there.out, back.in);
      ShmTransport receiver = of(back.out, there.in);
      byte[] little = new byte[100];
      there.out.send(little, 0, little.length);
      assertEquals(little.length, there.in.receive(little, 0, little.length, 0));
      assertFalse(sender.holdsMuch());
      assertFalse(receiver.holdsMuch());

      there.pool.chunks = 1;
      byte[] much = new byte[3 * Outgoing.FIRST_CHUNK];
      there.out.send(much, 0, much.length);
      assertTrue(sender.holdsMuch());
      for (int read = 0; read < much.length; ) {
        read += there.in.receive(much, 0, much.length, 0);
      }
      assertTrue(receiver.holdsMuch());
    }
  }
}
