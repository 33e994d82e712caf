package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UpgradePolicyTest {

  private final ListenerHistory history = new ListenerHistory();

  /** For a JVM that has its first pair. */
  private final FirstPair made = new FirstPair(FirstPair.SOCKETS_MICROS);

  @BeforeEach
  void pairOnce() {
    made.made();
  }

  /** The round trips in which a client asked, with requests of so many writes. */
  private static List<Integer> asked(UpgradePolicy policy, int roundTrips, int writes) {
    List<Integer> asked = new ArrayList<>();
    for (int i = 1; i <= roundTrips; i++) {
      boolean asks = false;
      for (int j = 0; j < writes; j++) {
        asks |= policy.wrote(100);
      }
      asks |= policy.read(100);
      if (asks) {
        asked.add(i);
      }
    }
    return asked;
  }

  private List<Integer> asked(int roundTrips, int writes) {
    return asked(new UpgradePolicy(history, made, null), roundTrips, writes);
  }

  /** Plays so many connections of so many round trips. */
  private void live(int count, int roundTrips) {
    for (int i = 0; i < count; i++) {
      UpgradePolicy policy = new UpgradePolicy(history, made, null);
      asked(policy, roundTrips, 1);
      policy.end();
    }
  }

  /** In the first second of a JVM, a pair is not worth the cost of the first one. */
  @Test
  void theFirstPairOfAJvmWaitsUntilItIsWorthIt() {
    FirstPair first = new FirstPair(FirstPair.SOCKETS_MICROS);
    List<Integer> asked = asked(new UpgradePolicy(history, first, null), 1000, 1);
    assertTrue(asked.get(0) > 200 && asked.get(0) < 500, asked::toString);
    assertTrue(first.isWorthIt());
  }

  /** And that of the first pair of a channel is higher by far. */
  @Test
  void channelsWaitLonger() {
    FirstPair first = new FirstPair(FirstPair.CHANNELS_MICROS);
    UpgradePolicy policy = new UpgradePolicy(history, first, null);
    assertEquals(List.of(), asked(policy, 20_000, 1));
    assertFalse(asked(policy, 100_000, 1).isEmpty());
    assertTrue(first.isWorthIt());
  }

  /** It does not matter which connections have forgone it. */
  @Test
  void shortConnectionsTogetherAreWorthAFirstPair() {
    FirstPair first = new FirstPair(FirstPair.SOCKETS_MICROS);
    int connections = 0;
    while (!first.isWorthIt()) {
      UpgradePolicy policy = new UpgradePolicy(new ListenerHistory(), first, null);
      boolean asks = !asked(policy, 20, 1).isEmpty();
      assertTrue(!asks || first.isWorthIt(), "asked too early");
      policy.end();
      connections++;
    }
    assertTrue(connections > 25 && connections < 40, "after " + connections);
    assertEquals(3, asked(new UpgradePolicy(history, first, null), 100, 1).get(0));
  }

  /** Each of them would have cost more than it saved. */
  @Test
  void connectionsThatEndBeforeTheirPairPaysAreNotWorthAFirstPair() {
    FirstPair first = new FirstPair(FirstPair.SOCKETS_MICROS);
    for (int i = 0; i < 10_000; i++) {
      UpgradePolicy policy = new UpgradePolicy(new ListenerHistory(), first, null);
      assertEquals(List.of(), asked(policy, 5, 1));
      policy.end();
    }
    assertFalse(first.isWorthIt());
  }

  @Test
  void aRequestAndItsAnswerAreNotWorthIt() {
    assertEquals(List.of(), asked(1, 2));
  }

  @Test
  void whatIsNotKnownPairsAfterThreeRoundTrips() {
    assertEquals(3, asked(100, 1).get(0));
  }

  @Test
  void asksWheneverItHasLivedTwiceAsLong() {
    List<Integer> asked = asked(100_000, 1);
    assertEquals(asked.size(), new TreeSet<>(asked).size());
    assertTrue(asked.size() < 20, asked::toString);
    assertTrue(asked.get(asked.size() - 1) > 50_000, asked::toString);
  }

  @Test
  void oneWhereOthersWereShortWaitsUntilItHasOutlivedThem() {
    live(20, 5);
    int first = asked(100, 1).get(0);
    assertTrue(first > 5 && first < 15, "first asked in round trip " + first);
  }

  @Test
  void oneWhereOthersWereLongPairsAfterItsFirst() {
    live(20, 1000);
    assertEquals(1, asked(100, 1).get(0));
  }

  @Test
  void aServerIsFoundByTheTimeThatItsClientAsks() {
    UpgradePolicy server = new UpgradePolicy(history, made, null);
    UpgradePolicy client = new UpgradePolicy(new ListenerHistory(), made, null);
    boolean found = false;
    boolean asked = false;
    while (!asked) {
      assertFalse(client.wrote(100), "asks before it knows the answer");
      server.read(100);
      found |= server.wrote(100);
      asked = client.read(100);
    }
    assertTrue(found);
  }

  @Test
  void aServerOfShortConnectionsIsNotFoundUntilItIsWorthIt() {
    live(20, 5);
    UpgradePolicy policy = new UpgradePolicy(history, made, null);
    for (int i = 0; i < 5; i++) {
      assertFalse(policy.read(100));
      assertFalse(policy.wrote(100));
    }
  }

  @Test
  void aStreamOfLargeWritesPairsSoon() {
    UpgradePolicy policy = new UpgradePolicy(history, made, null);
    int writes = 1;
    while (!policy.wrote(64 * 1024)) {
      writes++;
    }
    assertTrue(writes <= 8, "after " + writes + " writes");
  }

  @Test
  void muchAtOnceIsWorthIt() {
    assertTrue(new UpgradePolicy(history, made, null).wrote(1 << 20));
    assertTrue(new UpgradePolicy(history, made, null).read(Integer.MAX_VALUE));
  }

  @Test
  void sumsBeyondAnIntGoOn() {
    UpgradePolicy policy = new UpgradePolicy(history, made, null);
    int asked = 0;
    for (int i = 0; i < 1 << 16; i++) {
      asked += policy.wrote(Integer.MAX_VALUE) ? 1 : 0;
    }
    assertTrue(asked > 10 && asked < 40, "asked " + asked + " times");
  }

  @Test
  void anEndCountsOnce() {
    UpgradePolicy policy = new UpgradePolicy(history, made, null);
    for (int i = 0; i < 20; i++) {
      policy.end();
    }
    ListenerHistory one = new ListenerHistory();
    one.end(0);
    assertEquals(one.expectedMicros(0), history.expectedMicros(0));
  }

  /** A connection may end before anything asks whether it is worth a transport. */
  @Test
  void whatWasDoneBeforeCountsAtTheEnd() {
    FakeTraffic own = new FakeTraffic();
    own.savedMicros = 1000;
    new UpgradePolicy(history, made, own).end();
    ListenerHistory one = new ListenerHistory();
    int stage = 0;
    for (; ListenerHistory.start(stage + 1) <= own.savedMicros; stage++) {
      one.pass(stage);
    }
    one.end(stage);
    assertEquals(one.expectedMicros(0), history.expectedMicros(0));
  }

  /** A channel that reads and writes by itself asks when it has saved enough, and then later. */
  @Test
  void whatTheCarrierDoesItselfCounts() {
    FakeTraffic own = new FakeTraffic();
    UpgradePolicy policy = new UpgradePolicy(history, made, own);
    own.savedMicros = UpgradePolicy.COST_MICROS - 1;
    policy.isDue();
    assertTrue(own.due > own.savedMicros, "not before it has saved more");
    own.savedMicros = own.due;
    assertTrue(policy.isDue());
    assertTrue(own.due >= 2 * own.savedMicros);
    assertEquals(own.savedMicros, policy.savedMicros());
  }
}
