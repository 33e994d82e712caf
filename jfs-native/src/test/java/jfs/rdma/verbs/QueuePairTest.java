package jfs.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.core.transport.TransportFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Slots, and signs of life, over a device that copies at once. */
class QueuePairTest {

  private static final int RING = 64;

  private final MemoryVerbs verbs = new MemoryVerbs(new MemoryFabric());
  private final MemoryEndpoint sending = new MemoryEndpoint(verbs, 1);
  private final MemoryEndpoint receiving = new MemoryEndpoint(verbs, 2);
  private final QueuePair queuePair = new QueuePair(sending, () -> {});
  private final ByteBuffer inbox = MessageRoom.of(VerbsEndpoint.MESSAGES_AT_ONCE);

  private VerbsEndpoint.Region staging;
  private VerbsEndpoint.Region ring;

  @BeforeEach
  void connect() throws IOException {
    sending.connect(receiving);
    receiving.connect(sending);
    staging = sending.register(ByteBuffer.allocateDirect(RING), false);
    ring = receiving.register(ByteBuffer.allocateDirect(RING), true);
  }

  private void write() {
    queuePair.claim();
    queuePair.write(staging, 0, 1, ring.address(), ring.remoteKey());
  }

  /** The probe pushes a device on that has failed to send again. */
  @Test
  void asksWhenIdleOrWhenNothingArrives() throws Exception {
    queuePair.tick(false);
    assertEquals(0, sending.probes());
    queuePair.tick(true);
    assertEquals(1, sending.probes(), "nothing was under way");
    queuePair.poll(inbox);
    sending.forget();
    write();
    queuePair.tick(true);
    assertEquals(1, sending.probes(), "something has arrived since");
    queuePair.tick(true);
    queuePair.tick(false);
    assertEquals(3, sending.probes());
    assertFalse(queuePair.hasSentAll());
  }

  @Test
  void silenceIsOfWhatIsUnderWay() throws Exception {
    for (int i = 0; i < 10; i++) {
      queuePair.tick(false);
      assertFalse(queuePair.isSilent(), "nobody was asked");
    }
    sending.forget();
    write();
    queuePair.tick(false);
    for (int i = 0; i < QueuePair.MOST_SILENT_TICKS; i++) {
      assertFalse(queuePair.isSilent());
      queuePair.tick(false);
    }
    assertTrue(queuePair.isSilent());
  }

  @Test
  void nobodyIsSilentWhoseAnswerWasNotLookedAt() throws Exception {
    queuePair.tick(true);
    for (int i = 0; i < QueuePair.MOST_SILENT_TICKS; i++) {
      queuePair.tick(false);
    }
    assertTrue(queuePair.isSilent());
    queuePair.poll(inbox);
    assertFalse(queuePair.isSilent());
  }

  /** Writes that do not arrive may take all other slots. */
  @Test
  void thereIsAlwaysASlotToProbeWith() throws Exception {
    queuePair.peerFreed(2 * VerbsEndpoint.SEND_SLOTS);
    sending.forget();
    while (queuePair.mayTell()) {
      queuePair.send(MessageRoom.of(1));
    }
    queuePair.tick(true);
    assertEquals(1, sending.probes());
    queuePair.tick(true);
    assertEquals(1, sending.probes(), "one more than fits breaks it");
    assertFalse(queuePair.isBroken());
  }

  /** The device has room for more of its messages than it was told. */
  @Test
  void peerThatSendsWithoutSlotsBreaksIt() throws Exception {
    for (int i = 0; i < 3; i++) {
      receiving.send(MessageRoom.of(1));
    }
    assertEquals(3, PollResult.messages(queuePair.poll(inbox)));
    assertEquals(2, queuePair.slotsToTell(VerbsEndpoint.RECEIVE_SLOTS - 2));
    receiving.send(MessageRoom.of(1));
    receiving.send(MessageRoom.of(1));
    assertEquals(2, PollResult.messages(queuePair.poll(inbox)));
    assertFalse(queuePair.isBroken());
    receiving.send(MessageRoom.of(1));
    assertEquals(0, queuePair.poll(inbox));
    assertEquals(TransportFailure.CORRUPT, queuePair.cause());
  }

  @Test
  void destroysAgainWhereThereWasNoHeap() {
    sending.failToDisconnect(new OutOfMemoryError("of this test's"));
    assertThrows(OutOfMemoryError.class, queuePair::destroy);
    assertFalse(sending.isDestroyed());
    queuePair.destroy();
    assertTrue(sending.isDestroyed());
  }

  @Test
  void slotsThatAreHeldAreNotTold() throws Exception {
    int free = VerbsEndpoint.RECEIVE_SLOTS - 3;
    assertEquals(free - 100, queuePair.slotsToTell(100));
    assertFalse(queuePair.owesSlots(100));
    assertTrue(queuePair.owesSlots(50));
    assertEquals(0, queuePair.slotsToTell(110));
    assertEquals(100, queuePair.slotsToTell(0));
  }
}
