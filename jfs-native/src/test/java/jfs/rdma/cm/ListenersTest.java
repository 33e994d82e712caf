package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FourTuple;
import jfs.rdma.verbs.MemoryFabric;
import jfs.rdma.verbs.MemoryVerbs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ListenersTest {

  private static final int PORT = 4000;

  private final MemoryFabric fabric = new MemoryFabric();
  private final MemoryVerbs verbs = new MemoryVerbs(fabric);
  private final EndpointRegistry<RdmaEndpoint> registry = new EndpointRegistry<>();
  private final Listeners listeners = new Listeners(registry);
  private long lastToken;

  private static FourTuple accepted(String at, int port) throws Exception {
    return new FourTuple(
        InetAddress.getByName(at), port, InetAddress.getByName("192.0.2.9"), 50_000);
  }

  /** The test refers to the end, or the registry would forget it. */
  private record Accepted(TestEnd end, RdmaEndpoint registered) {}

  private Accepted accept(String address, int port) throws Exception {
    TestEnd end = new TestEnd(accepted(address, port), false);
    RdmaEndpoint registered = new RdmaEndpoint(null, registry, end);
    registry.add(registered);
    if (!listeners.knows(registered.local())) {
      retryAfter(0);
    }
    return new Accepted(end, registered);
  }

  @Test
  void listensOnceAtEachAddressAndPort() throws Exception {
    accept("192.0.2.1", PORT);
    accept("192.0.2.1", PORT);
    accept("192.0.2.1", PORT + 1);
    accept("192.0.2.2", PORT + 2);
    assertEquals(
        Set.of(
            new InetSocketAddress("192.0.2.1", PORT),
            new InetSocketAddress("192.0.2.1", PORT + 1),
            new InetSocketAddress("192.0.2.2", PORT + 2)),
        Set.copyOf(listeners.open()));
    assertEquals(PORT, listeners.port(1));
    assertEquals(PORT + 2, listeners.port(3));
    assertNull(listeners.port(4));
  }

  @Test
  void closesWhatIsUnusedForAWhile() throws Exception {
    Accepted one = accept("192.0.2.1", PORT);
    Accepted other = accept("192.0.2.1", PORT + 1);
    registry.remove(one.registered);
    listeners.closeUnused();
    assertEquals(2, listeners.open().size(), "not at once");
    listeners.closeUnused();
    assertEquals(List.of(other.registered.local()), listeners.open());
    assertNull(fabric.listener(PORT));
    accept("192.0.2.1", PORT);
    assertEquals(2, listeners.open().size(), "again");
  }

  @Test
  void keepsWhatIsUsedAgainInBetween() throws Exception {
    Accepted one = accept("192.0.2.1", PORT);
    registry.remove(one.registered);
    listeners.closeUnused();
    Accepted again = accept("192.0.2.1", PORT);
    listeners.closeUnused();
    registry.remove(again.registered);
    listeners.closeUnused();
    assertEquals(1, listeners.open().size());
    listeners.closeUnused();
    assertTrue(listeners.isEmpty());
  }

  @Test
  void letsGoOfADevice() throws Exception {
    accept("192.0.2.1", PORT);
    listeners.lost(1);
    assertNull(fabric.listener(PORT));
    assertEquals(List.of(), listeners.open());
    listeners.lost(1);
  }

  private void retryAfter(long seconds) {
    listeners.retry(
        verbs, () -> ++lastToken, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
  }

  /** As after a driver is loaded again, or an address has moved to another device. */
  @Test
  void listensAgainWhereADeviceWas() throws Exception {
    Accepted one = accept("192.0.2.1", PORT);
    listeners.lost(1);
    assertTrue(listeners.isLacking());
    retryAfter(1);
    assertEquals(List.of(one.registered.local()), listeners.open());
    assertEquals(PORT, listeners.port(2));
    assertNull(listeners.port(1));
    retryAfter(2);
    assertFalse(listeners.isLacking());
  }

  private void lackMemory(Executable step) {
    OutOfMemoryError noMemory = new OutOfMemoryError("of this test's");
    verbs.failToListen(noMemory);
    assertSame(noMemory, assertThrows(OutOfMemoryError.class, step));
  }

  /** No task or wake-up need reach the reactor: it finds the new place by itself. */
  @Test
  void placeThatWasEnteredIsListenedAt() throws Exception {
    InetSocketAddress at = new InetSocketAddress("192.0.2.1", PORT);
    assertFalse(listeners.knows(at));
    assertFalse(listeners.knows(at), "not before the reactor has been there");
    assertTrue(listeners.isLacking());
    retryAfter(0);
    assertEquals(List.of(at), listeners.open());
    assertTrue(listeners.knows(at));
    assertFalse(listeners.isLacking());
  }

  @Test
  void listensLaterWhereThereWasNoMemory() throws Exception {
    lackMemory(() -> accept("192.0.2.1", PORT));
    assertTrue(listeners.isLacking());
    accept("192.0.2.1", PORT + 1);
    retryAfter(1);
    assertEquals(2, listeners.open().size());
    assertFalse(listeners.isLacking());
  }

  @Test
  void letsGoOfADeviceLaterWhereThereWasNoMemory() throws Exception {
    Accepted one = accept("192.0.2.1", PORT);
    lackMemory(() -> listeners.lost(1));
    assertEquals(1, fabric.listener(PORT).token());
    assertTrue(listeners.isLacking());
    retryAfter(0);
    assertNull(fabric.listener(PORT), "the device waits for it");
    retryAfter(1);
    assertEquals(List.of(one.registered.local()), listeners.open());
    assertEquals(PORT, listeners.port(fabric.listener(PORT).token()));
  }

  @Test
  void closesWhatIsUnusedLaterWhereThereWasNoMemory() throws Exception {
    registry.remove(accept("192.0.2.1", PORT).registered);
    registry.remove(accept("192.0.2.1", PORT + 1).registered);
    listeners.closeUnused();
    lackMemory(listeners::closeUnused);
    assertFalse(listeners.isEmpty());
    assertTrue(listeners.isLacking());
    retryAfter(0);
    assertNull(fabric.listener(PORT));
    assertNull(fabric.listener(PORT + 1));
    assertTrue(listeners.isEmpty());
    assertFalse(listeners.isLacking());
  }

  /** A listener that could not be closed in time is still open and in use. */
  @Test
  void keepsWhatIsUsedAgainBeforeItCouldBeClosed() throws Exception {
    registry.remove(accept("192.0.2.1", PORT).registered);
    listeners.closeUnused();
    lackMemory(listeners::closeUnused);
    Accepted again = accept("192.0.2.1", PORT);
    retryAfter(1);
    assertEquals(List.of(again.registered.local()), listeners.open());
    assertEquals(PORT, listeners.port(fabric.listener(PORT).token()));
  }

  /** As when a server is replaced while the old one finishes. */
  @Test
  void listensWhenAnotherProcessHasGone() throws Exception {
    assertTrue(fabric.listen(PORT, new MemoryVerbs.MemoryListener(verbs, PORT, 77)));
    Accepted one = accept("192.0.2.1", PORT);
    retryAfter(0);
    retryAfter(1);
    assertEquals(List.of(), listeners.open());
    fabric.unlisten(PORT);
    retryAfter(60);
    assertEquals(List.of(one.registered.local()), listeners.open());
  }

  @Test
  void anotherProcessMayHaveThePort() throws Exception {
    assertTrue(fabric.listen(PORT, new MemoryVerbs.MemoryListener(verbs, PORT, 77)));
    Accepted one = accept("192.0.2.1", PORT);
    assertFalse(listeners.isEmpty());
    assertEquals(List.of(), listeners.open());
    registry.remove(one.registered);
    listeners.closeUnused();
    listeners.closeUnused();
    assertTrue(listeners.isEmpty());
    assertEquals(77, fabric.listener(PORT).token());
  }
}
