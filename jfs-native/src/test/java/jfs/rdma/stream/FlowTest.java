package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Random;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MemoryFabric;
import jfs.rdma.verbs.MemoryPages;
import jfs.rdma.verbs.MemoryVerbs;
import jfs.rdma.verbs.MessageRoom;
import jfs.rdma.verbs.PollResult;
import jfs.rdma.verbs.ProtocolException;
import jfs.rdma.verbs.QueuePair;
import jfs.rdma.verbs.VerbsEndpoint;
import org.junit.jupiter.api.Test;

/** The two rings of a direction, with a device between them that copies at once. */
class FlowTest {

  private static final int SMALL = 64;
  private static final int SPILL_CHUNK = 32;

  private final MemoryVerbs verbs = new MemoryVerbs(new MemoryFabric());
  private final MemoryEndpoint sending = new MemoryEndpoint(verbs, 1);
  private final MemoryEndpoint receiving = new MemoryEndpoint(verbs, 2);
  private final ByteBuffer inbox = MessageRoom.of(VerbsEndpoint.MESSAGES_AT_ONCE);

  private SpillBudget budget = new SpillBudget(1 << 20);
  private Outflow outflow;
  private Inflow inflow;
  private QueuePair queuePair;

  private void connect(int stagingSize, int ringSize) throws Exception {
    sending.connect(receiving);
    receiving.connect(sending);
    outflow = new Outflow(sending.register(ByteBuffer.allocateDirect(stagingSize), false));
    SpillMemory elsewhere =
        new SpillMemory(unused -> new MemoryPages(), budget, SPILL_CHUNK, 4 * SPILL_CHUNK);
    inflow = new Inflow(receiving.register(ByteBuffer.allocateDirect(ringSize), true), elsewhere);
    outflow.begin(inflow.ring().address(), inflow.ring().remoteKey(), ringSize);
    inflow.begin(stagingSize);
    queuePair = new QueuePair(sending, () -> {});
  }

  private void write(byte[] bytes, int offset, int length) {
    queuePair.claim();
    outflow.stage(bytes, offset, length);
    outflow.post(queuePair, length);
  }

  private void passArrivals() throws Exception {
    sending.poll(inbox);
    inflow.arrived(PollResult.bytes(receiving.poll(inbox)));
  }

  private void passesARandomStream(int stagingSize, int ringSize) throws Exception {
    connect(stagingSize, ringSize);
    Random random = new Random(stagingSize * 31L + ringSize);
    byte[] stream = new byte[10_000];
    random.nextBytes(stream);
    byte[] received = new byte[stream.length];
    int sent = 0;
    int taken = 0;
    while (taken < stream.length) {
      int room = outflow.room(1 + random.nextInt(SMALL));
      int n = Math.min(room, stream.length - sent);
      if (n > 0) {
        write(stream, sent, n);
        sent += n;
        passArrivals();
      }
      if (random.nextBoolean()) {
        inflow.spill(SMALL * 8);
      }
      taken += inflow.take(received, taken, random.nextInt(received.length - taken + 1) % SMALL);
      outflow.taken(inflow.takenToTell());
      assertEquals(sent - taken, inflow.available());
    }
    assertArrayEquals(stream, received);
  }

  @Test
  void randomStreamArrivesAsItWas() throws Exception {
    passesARandomStream(SMALL, SMALL);
  }

  @Test
  void ringsOfDifferentSizesWillDo() throws Exception {
    passesARandomStream(SMALL, 48);
    passesARandomStream(40, SMALL);
  }

  @Test
  void fullRingHasNoRoomUntilThePeerSaysSo() throws Exception {
    connect(SMALL, SMALL);
    assertEquals(SMALL, outflow.room(1000));
    write(new byte[SMALL], 0, SMALL);
    assertEquals(0, outflow.room(1));
    passArrivals();
    inflow.take(new byte[SMALL], 0, SMALL / 2);
    assertEquals(0, outflow.room(1));
    outflow.taken(inflow.takenToTell());
    assertEquals(SMALL / 2, outflow.room(1000));
  }

  @Test
  void spillMakesRoomUpToItsBound() throws Exception {
    connect(SMALL, SMALL);
    int sent = 0;
    byte[] piece = new byte[SMALL];
    for (int i = 0; i < 100 && outflow.room(1) > 0; i++) {
      int n = outflow.room(SMALL);
      write(piece, 0, n);
      sent += n;
      passArrivals();
      inflow.spill(4 * SMALL);
      outflow.taken(inflow.takenToTell());
    }
    assertEquals(5 * SMALL, sent);
    assertEquals(sent, inflow.take(new byte[1000], 0, 1000));
  }

  /** It never fills the ring, so the limit is as much as it keeps. */
  @Test
  void peerThatKeepsLessThanTheRingTakesIsToldOfRoomInTime() throws Exception {
    connect(SMALL / 4, SMALL);
    write(new byte[SMALL / 4], 0, SMALL / 4);
    passArrivals();
    assertFalse(inflow.owesRoom());
    inflow.take(new byte[SMALL], 0, SMALL / 16);
    assertTrue(inflow.owesRoom());
    inflow.spill(SMALL);
    outflow.taken(inflow.takenToTell());
    assertEquals(SMALL / 4, outflow.room(SMALL));
  }

  @Test
  void insertedByteStandsInItsPlace() throws Exception {
    connect(SMALL, SMALL);
    write(new byte[] {1, 2, 3, 4}, 0, 4);
    passArrivals();
    inflow.insert(2, (byte) 9);
    inflow.insert(4, (byte) 8);
    byte[] received = new byte[6];
    assertEquals(6, inflow.available());
    assertEquals(6, inflow.take(received, 0, 6));
    assertArrayEquals(new byte[] {1, 2, 9, 3, 4, 8}, received);
    assertThrows(ProtocolException.class, () -> inflow.insert(3, (byte) 7));
    assertThrows(ProtocolException.class, () -> inflow.insert(5, (byte) 7));
  }

  /** They take slots instead of room in the ring, and the peer waits for slots. */
  @Test
  void urgentDataThatNobodyReadsKeepTheirSlots() throws Exception {
    budget = new SpillBudget(0);
    connect(SMALL, SMALL);
    assertEquals(VerbsEndpoint.RECEIVE_SLOTS - 3, queuePair.slotsToTell(0));
    write(new byte[] {1, 2}, 0, 2);
    passArrivals();
    inflow.insert(1, (byte) 9);
    inflow.insert(2, (byte) 8);
    assertEquals(2, inflow.heldSlots());
    assertTrue(inflow.isStuck());
    assertEquals(4, inflow.available());
    byte[] received = new byte[4];
    assertEquals(2, inflow.take(received, 0, 2));
    assertEquals(1, inflow.heldSlots());
    assertEquals(2, inflow.take(received, 2, 2));
    assertEquals(0, inflow.heldSlots());
    assertArrayEquals(new byte[] {1, 9, 2, 8}, received);
  }

  @Test
  void peerThatSendsUrgentDataWithoutSlotsIsFoundOut() throws Exception {
    budget = new SpillBudget(0);
    connect(SMALL, SMALL);
    ProtocolException e =
        assertThrows(
            ProtocolException.class,
            () -> {
              for (int i = 0; i < 4 * VerbsEndpoint.RECEIVE_SLOTS; i++) {
                inflow.insert(0, (byte) i);
              }
            });
    assertTrue(e.getMessage().contains("urgent"), e.getMessage());
  }

  /** All connections of a process share the budget, and none gets all of it. */
  @Test
  void spillEndsWithTheBudgetAndGoesOnWithIt() throws Exception {
    budget = new SpillBudget(1000);
    connect(SMALL, SMALL);
    while (outflow.room(SMALL) > 0) {
      write(new byte[SMALL], 0, outflow.room(SMALL));
      passArrivals();
      inflow.spill(Long.MAX_VALUE);
      outflow.taken(inflow.takenToTell());
    }
    assertTrue(inflow.isStuck());
    long used = budget.used();
    assertTrue(used > 0 && used <= 500, "used " + used);
    assertTrue(inflow.available() > SMALL, "available " + inflow.available());
    byte[] all = new byte[1000];
    inflow.take(all, 0, all.length);
    assertEquals(0, budget.used());
    write(new byte[SMALL], 0, SMALL / 2);
    passArrivals();
    inflow.spill(Long.MAX_VALUE);
    assertFalse(inflow.isStuck());
    inflow.discard();
    assertEquals(0, budget.used());
  }

  @Test
  void peerThatClaimsWhatCannotBeIsFoundOut() throws Exception {
    connect(SMALL, SMALL);
    assertThrows(ProtocolException.class, () -> outflow.taken(1));
    assertThrows(ProtocolException.class, () -> outflow.taken(-1));
    assertThrows(ProtocolException.class, () -> outflow.begin(0, 0, SMALL));
    assertThrows(ProtocolException.class, () -> inflow.arrived(SMALL + 1));
    assertThrows(ProtocolException.class, () -> inflow.begin(0));
  }

  @Test
  void secondRingOrOneOfNoSizeIsNone() throws Exception {
    Outflow fresh = new Outflow(sending.register(ByteBuffer.allocateDirect(SMALL), false));
    assertThrows(ProtocolException.class, () -> fresh.begin(0, 0, 0));
    assertThrows(ProtocolException.class, () -> fresh.begin(0, 0, -1));
  }
}
