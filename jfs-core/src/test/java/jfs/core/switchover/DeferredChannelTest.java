package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.carrier.SelectableTcp;
import jfs.core.stats.ConnectionStats;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** JFS's part of a channel's connection comes when it is needed, and not before. */
class DeferredChannelTest {

  /** Each test has a listener of its own: the process remembers lives of listeners. */
  private static final AtomicInteger PORTS = new AtomicInteger(60_000);

  private final FakeTraffic own = new FakeTraffic();
  private final FakeCarrier carrier = new FakeCarrier();
  private final RecordingProvider provider = new RecordingProvider();
  private final FourTuple ends =
      new FourTuple(
          InetAddress.getLoopbackAddress(),
          1000,
          InetAddress.getLoopbackAddress(),
          PORTS.incrementAndGet());

  @BeforeEach
  void lives() {
    FirstPair.of(true).made(); // or this JVM would not be worth a pair
  }

  @Test
  void isMadeWhenItsTrafficIsWorthIt() throws Exception {
    DeferredChannel deferred = deferred(Preference.NONE);
    deferred.begin();
    assertTrue(own.due > 0 && own.due < UpgradePolicy.COST_MICROS, () -> "" + own.due);
    int asked = 0;
    while (deferred.made() == null) {
      own.savedMicros = own.due;
      deferred.due();
      asked++;
    }
    assertTrue(asked > 1, "a first answer is not worth a pair");
    assertEquals(List.of("want"), provider.said);
    assertEquals(1, provider.registered);
    long last = own.due;
    assertTrue(last > own.savedMicros);
    own.savedMicros = last;
    deferred.due();
    assertEquals(List.of("want", "want"), provider.said);
  }

  @Test
  void isMadeForWhatOnlyJfsCanDoAndThenPairsWhenItIsWorthIt() throws Exception {
    DeferredChannel deferred = deferred(Preference.NONE);
    SelectableConnection made = deferred.make();
    assertSame(made, deferred.make());
    assertSame(made, deferred.made());
    assertEquals(1, provider.registered);
    assertEquals(List.of(), provider.said);
    own.savedMicros = 1 << 20;
    deferred.due();
    assertEquals(List.of("want"), provider.said);
    assertEquals(1, provider.registered);
  }

  @Test
  void isMadeAtOnceIfThatIsAskedFor() throws Exception {
    DeferredChannel deferred = deferred(Preference.NONE);
    deferred.begin();
    assertNull(deferred.made());
    provider.pairsAtOnce = true;
    deferred.begin();
    assertNotNull(deferred.made());
    assertEquals(List.of("want"), provider.said);
    assertEquals(1, provider.registered);
  }

  /** A life counts for the next connections, whether JFS had a part in it or not. */
  @Test
  void anEndCountsOnceThoughNothingWasMade() throws Exception {
    ListenerHistory history = Histories.ofProcess().of(ends, true);
    ListenerHistory other = new ListenerHistory();
    DeferredChannel deferred = deferred(Preference.NONE);
    for (int i = 0; i < 3; i++) {
      deferred.close();
    }
    other.end(0);
    assertEquals(other.expectedMicros(0), history.expectedMicros(0));
    assertNull(deferred.made());
    assertEquals(List.of(), provider.said);
    assertTrue(carrier.calls.contains("close"), () -> carrier.calls.toString());
  }

  /** A thread may have been on its way into a read when another one closed. */
  @Test
  void whatIsMadeAfterACloseIsClosedAndNotRegistered() throws Exception {
    DeferredChannel deferred = deferred(Preference.NONE);
    deferred.close();
    assertTrue(deferred.make().negotiation().isClosed());
    assertFalse(deferred.made().negotiation().isFree());
    own.savedMicros = 1 << 20;
    deferred.due();
    assertEquals(List.of(), provider.said);
    ListenerHistory other = new ListenerHistory();
    other.end(0);
    assertEquals(
        other.expectedMicros(0), Histories.ofProcess().of(ends, true).expectedMicros(0), "once");
  }

  /** There may be no heap for it, and the JDK needs none. */
  @Test
  void endsADirectionWithoutAPart() throws Exception {
    DeferredChannel deferred = deferred(Preference.NONE);
    deferred.sendUrgentData(7, true);
    deferred.shutdownInput();
    deferred.shutdownOutput();
    assertEquals(List.of("urgent 7", "shutdownInput", "shutdownOutput"), carrier.calls);
    assertNull(deferred.made());
    own.savedMicros = 1 << 20;
    deferred.due();
    assertNull(deferred.made(), "it stays on TCP");
    deferred.make();
    assertEquals(0, provider.registered);
  }

  @Test
  void endsADirectionOfThePartThatWasMade() throws Exception {
    DeferredChannel deferred = deferred(Preference.NONE);
    deferred.make();
    deferred.shutdownOutput();
    assertEquals(List.of("shutdownOutput"), carrier.calls);
    assertFalse(deferred.made().negotiation().isFree());
  }

  private DeferredChannel deferred(Preference preference) {
    SelectableTcp tcp =
        (SelectableTcp)
            Proxy.newProxyInstance(
                SelectableTcp.class.getClassLoader(),
                new Class<?>[] {SelectableTcp.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("own")) {
                    return own;
                  }
                  if (method.getName().equals("getOption")) {
                    return 0; // a channel has its timeout also when it is closed
                  }
                  try {
                    return method.invoke(carrier, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    ConnectionStats stats =
        new Connections().add(this, Origin.OPENED, ends, Reason.UNPAIRED).stats();
    return new DeferredChannel(tcp, ends, true, preference, stats, provider);
  }
}
