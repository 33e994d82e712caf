package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.core.transport.Anchor;
import jfs.core.transport.SelectableReceiver;
import jfs.core.transport.SelectableSender;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a selector gets to know of a transport without a thread that waits. */
class RdmaSelectedTest extends PairedTransports {

  private static final byte[] PIECE = pattern(10_000);

  private SelectableReceiver receiver;
  private SelectableSender sender;

  @BeforeEach
  void directions() {
    receiver = (SelectableReceiver) server.receiver();
    sender = (SelectableSender) client.sender();
  }

  private void awaitChange(int end) throws InterruptedException {
    assertTrue(
        ends[end].changes.tryAcquire(Background.PATIENCE_SECONDS, TimeUnit.SECONDS), "not told");
  }

  private int receiveNow() throws Exception {
    return receiver.receive(new byte[PIECE.length], 0, PIECE.length, Anchor.NO_WAIT);
  }

  @Test
  void aReadThatDoesNotWaitFindsNothing() throws Exception {
    assertEquals(0, receiveNow());
    assertFalse(receiver.canReceive(true));
  }

  @Test
  void toldOfBytes() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertTrue(receiver.arm(null));
      ends[1].changes.drainPermits();
      send(client, new byte[3]);
      awaitChange(1);
      assertTrue(receiver.canReceive(false));
      assertFalse(receiver.arm(null), "there are some already");
      assertEquals(3, receiveNow());
    }
  }

  /** Without heap it is told later, and the bytes come all the same. */
  @Test
  void toldOfBytesOnceThereIsHeap() throws Exception {
    assertTrue(receiver.arm(null));
    ends[1].changes.drainPermits();
    ends[1].unchanged.set(1);
    send(client, PIECE);
    awaitChange(1);
    assertArrayEquals(PIECE, receive(server, PIECE.length));
  }

  @Test
  void toldOfTheEnd() throws Exception {
    assertTrue(receiver.arm(null));
    client.shutdownOutput();
    awaitChange(1);
    assertTrue(receiver.canReceive(false));
    assertEquals(-1, receiveNow());
  }

  @Test
  void toldOfABreak() throws Exception {
    assertTrue(receiver.arm(null));
    breakOff(server);
    awaitChange(1);
    assertTrue(receiver.canReceive(false));
    assertThrows(SocketException.class, this::receiveNow);
  }

  @Test
  void toldOfRoom() throws Exception {
    long sent = 0;
    while (!sender.arm()) { // true: there is none, and none to come while nobody reads
      sent += sender.sendNow(PIECE, 0, PIECE.length);
    }
    ends[0].changes.drainPermits();
    long received = 0;
    while (received < sent) {
      received += receiveNow();
    }
    awaitChange(0);
    while (!sender.canSend()) {
      if (sender.arm()) {
        awaitChange(0);
      }
    }
    assertTrue(sender.sendNow(PIECE, 0, PIECE.length) > 0);
  }

  @Test
  void toldWhoeverElseWaits() throws Exception {
    assertTrue(receiver.arm(null));
    ends[1].changes.drainPermits();
    send(client, new byte[1]);
    server.available(0); // another thread has found them
    awaitChange(1);
  }
}
