package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One end of a ring against a peer that writes nonsense into the shared memory: whatever the peer
 * writes, the connection is reset or goes on, and nothing else happens. {@code
 * -Djfs.fuzz.mutations} says how many words each case writes; {@code -Djfs.test.timeout} (seconds)
 * gives a long run its time.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS) // each batch has its own
class HostileRingTest {

  private static final long MUTATIONS = Long.getLong("jfs.fuzz.mutations", 200_000);
  private static final long BATCH = 10_000;
  private static final int CHUNKS = 6 * RingLayout.CHUNK_UNIT;

  /** Places of chunks, and places that overlap a chunk, the control block or an edge. */
  private static final int[] SPOTS = {
    RingLayout.CONTROL_SIZE,
    RingLayout.CONTROL_SIZE + RingLayout.CHUNK_UNIT,
    RingLayout.CONTROL_SIZE + 2 * RingLayout.CHUNK_UNIT,
    RingLayout.CONTROL_SIZE + 5 * RingLayout.CHUNK_UNIT,
    1000,
    RingLayout.HEAD,
    RingLayout.CONTROL_SIZE + CHUNKS - 16
  };

  private final GuardedArena arena = new GuardedArena(RingLayout.CONTROL_SIZE + CHUNKS);
  private final Watched watched = new Watched(arena);

  private HostilePeer peer(long seed) {
    return new HostilePeer(new SplittableRandom(-seed), arena.memory, watched.shadow, SPOTS);
  }

  /** Seeds are counted from 0, so that a batch that fails can be run alone. */
  private void inBatches(Batch batch) {
    for (long seed = 0; seed * BATCH < MUTATIONS; seed++) {
      long number = seed;
      assertTimeoutPreemptively(
          Duration.ofSeconds(20), () -> batch.run(number), () -> "batch " + number);
    }
    arena.assertIntact();
  }

  private interface Batch {
    void run(long seed) throws Exception;
  }

  @Test
  void aReceiverOnlyEverResets() {
    HostileTally tally = new HostileTally();
    inBatches(
        seed -> {
          HostilePeer peer = peer(seed);
          SplittableRandom random = new SplittableRandom(seed);
          while (peer.mutations() < BATCH) {
            new ReceivingVictim(random, watched, peer, tally).run();
          }
        });
    tally.assertWasWorthIt();
  }

  @Test
  void aSenderOnlyEverResets() {
    HostileTally tally = new HostileTally();
    inBatches(
        seed -> {
          HostilePeer peer = peer(seed);
          SplittableRandom random = new SplittableRandom(seed);
          while (peer.mutations() < BATCH) {
            new SendingVictim(random, watched, peer, tally).run();
          }
        });
    tally.assertWasWorthIt();
  }

  /**
   * A value may differ at a second look. Where threads take turns, the peer can write its share
   * between two runs of its victim, so it goes on until the victim has run into it.
   */
  @Test
  void aPeerThatWritesMeanwhileChangesNothing() {
    HostileTally tally = new HostileTally();
    inBatches(
        seed -> {
          HostilePeer peer = new HostilePeer(new SplittableRandom(seed), arena.memory, null, SPOTS);
          ConcurrentVictim victim = new ConcurrentVictim(new SplittableRandom(seed), arena, tally);
          AtomicBoolean enough = new AtomicBoolean();
          Thread thread =
              new Thread(
                  () -> {
                    while (peer.mutations() < BATCH || !enough.get()) {
                      peer.mutate(victim.position());
                    }
                  },
                  "hostile");
          thread.setDaemon(true);
          thread.start();
          long before = tally.corrupt();
          try {
            do {
              victim.run();
              enough.set(tally.corrupt() > before);
            } while (thread.isAlive() && !Thread.interrupted());
          } finally {
            enough.set(true);
          }
          thread.join();
          arena.assertIntact();
        });
  }
}
