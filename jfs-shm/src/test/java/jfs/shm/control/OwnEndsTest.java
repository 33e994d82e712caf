package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the manager's thread is woken to look for the other end of a connection. */
class OwnEndsTest {

  private static final long SECOND = 1_000_000_000;
  private static final int HERE = 40_000;
  private static final int THERE = 5_432;

  private long now = 1;
  private final EndpointRegistry<ShmEndpoint> registry = new EndpointRegistry<>();
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private final Ports peersPorts = new Ports();
  private final TaskQueue tasks =
      new TaskQueue(queue, new LinkSelector(queue), new ManagerPace(), new ManagerFailure());
  private final OwnEnds ends =
      new OwnEnds(
          registry,
          new Searches(() -> now),
          new Ports(),
          peersPorts,
          tasks,
          new ManagerFailure(),
          () -> now);

  /** Those that were made, which must not be collected. */
  private final Deque<FakeEnd> made = new ArrayDeque<>();

  @BeforeEach
  void begin() {
    ends.doneBy(new Looking(), null);
    tasks.open();
  }

  /** Finds no peer, and that this JVM can be found. */
  private final class Looking extends PeerSearch {
    Looking() {
      super("this", registry, null, null);
    }

    @Override
    boolean look(ShmEndpoint endpoint) {
      return endpoint.get().isFree();
    }
  }

  private ShmEndpoint connected(int port) {
    FakeEnd end = new FakeEnd(port, THERE);
    made.add(end);
    return ends.register(end, now);
  }

  private ShmEndpoint accepted(int port) {
    FakeEnd end = new FakeEnd(THERE, port, false);
    made.add(end);
    return ends.register(end, now);
  }

  /** How many searches the thread is to make once an end is wanted; makes them. */
  private int searches(ShmEndpoint endpoint) {
    endpoint.enter();
    queue.clear(); // the thread tells peers of a new port, which is another matter
    endpoint.want();
    int searches = queue.size();
    tasks.runAll();
    return searches;
  }

  @Test
  void theFirstSearchIsMade() {
    assertEquals(1, searches(connected(HERE)));
  }

  /** This JVM is a client of a server that has no JFS, and so tells of no port. */
  @Test
  void searchesThatAskNobodyAreMadeOnceASecond() {
    searches(connected(HERE));
    assertEquals(0, searches(connected(HERE + 1)));
    now += SECOND - 1;
    assertEquals(0, searches(connected(HERE + 2)));
    now++;
    assertEquals(1, searches(connected(HERE + 3)));
    assertEquals(0, searches(connected(HERE + 4)));
  }

  /** This JVM is a server, and the JVMs of its clients have no JFS. */
  @Test
  void soAreThoseOfEndsThatWereAccepted() {
    searches(accepted(HERE));
    assertEquals(0, searches(accepted(HERE + 1)));
    now += SECOND;
    assertEquals(1, searches(accepted(HERE + 2)));
  }

  /** Its remote port is the client's own, by chance that of a peer's listener. */
  @Test
  void thatAPeerListensAtAClientsPortMeansNothing() {
    searches(accepted(HERE));
    peersPorts.add(HERE + 1);
    assertEquals(0, searches(accepted(HERE + 1)));
  }

  @Test
  void aPeerThatAcceptsConnectionsThereIsAskedForEach() {
    searches(connected(HERE));
    peersPorts.add(THERE);
    assertEquals(1, searches(connected(HERE + 1)));
    assertEquals(1, searches(connected(HERE + 2)));
  }

  @Test
  void anEndWhoseOtherEndIsHereTooIsLookedFor() {
    searches(connected(HERE));
    ShmEndpoint other = accepted(HERE + 1);
    other.enter();
    assertEquals(1, searches(connected(HERE + 1)));
    other.withdraw();
  }

  /** The ends come in either order. */
  @Test
  void anEndThatWasNotLookedForIsFoundByItsOtherEnd() {
    searches(connected(HERE));
    ShmEndpoint first = connected(HERE + 1);
    assertEquals(0, searches(first));
    accepted(HERE + 1).enter();
    assertEquals(2, queue.size()); // one tells peers of the port
    first.withdraw();
  }

  /** The thread has noticed nothing that it would not notice a moment later. */
  @Test
  void anEndThatIsClosedIsNoSearch() {
    ShmEndpoint closed = connected(HERE);
    made.getLast().free = false;
    searches(closed);
    assertEquals(1, searches(connected(HERE + 1)));
  }

  @Test
  void whoIsNotLookedForHasNoPeerAsFarAsIsKnown() {
    searches(connected(HERE));
    ShmEndpoint endpoint = connected(HERE + 1);
    searches(endpoint);
    assertEquals(List.of(), made.getLast().reasons);
    now += SECOND + 1;
    endpoint.withdraw();
    assertEquals(List.of(Reason.NO_PEER), made.getLast().reasons);
  }

  /** Somebody may ask by now why it is on TCP. */
  @Test
  void anEndThatHasLivedForASecondIsLookedFor() {
    ShmEndpoint old = connected(HERE);
    now += SECOND;
    searches(connected(HERE + 1));
    assertEquals(1, searches(old));
  }
}
