package jfs.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jfs.core.transport.FourTuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a peer is asked for that takes nothing for a while, and much is asked of it. */
@Timeout(120)
class PeerSearchTest {

  private static final int PORT = 3;

  /** Several times what waits for a peer, and what the kernel keeps for it. */
  private static final int ENDS = 30_000;

  private final Exchange exchange = Exchange.ofProcess();
  private final List<FakeEnd> ends = new ArrayList<>();
  private final List<Entry> registrations = new ArrayList<>();

  private void want(int from, int to) {
    for (int port = from; port < to; port++) {
      FakeEnd end = new FakeEnd(port, PORT);
      ends.add(end);
      registrations.add(exchange.register(end, System.nanoTime()));
      registrations.get(registrations.size() - 1).want();
    }
  }

  @AfterEach
  void withdraw() {
    registrations.forEach(Entry::withdraw);
  }

  private boolean isAnyCongested() {
    return exchange.links().open().stream().anyMatch(Link::isCongested);
  }

  @Test
  void aPeerThatWasDeafIsAskedForEachEndOnce() throws Exception {
    want(100, 100 + ENDS);
    ExchangeTasks.run(exchange, () -> {});
    try (RawPeer peer = new RawPeer(exchange)) {
      peer.send(Frame.of(FrameType.PORTS).u16(PORT));
      ExchangeTasks.await(exchange, this::isAnyCongested);
      want(100 + ENDS, 200 + ENDS); // which have to wait, too
      Set<FourTuple> asked = new HashSet<>();
      int asks = 0;
      while (asked.size() < ends.size()) {
        asked.add(peer.await(FrameType.LOOK).ends());
        asks++;
      }
      assertEquals(ends.size(), asks);
      peer.send(Frame.of(FrameType.STATUS));
      for (RawPeer.Came came = peer.read(); came.type() != FrameType.REPORT; came = peer.read()) {
        assertEquals(FrameType.PORTS, came.type());
      }
    }
  }
}
