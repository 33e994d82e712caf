package jfs.core.switchover;

import static jfs.core.switchover.ConnectionFixture.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import jfs.core.carrier.SelectableTcp;
import jfs.core.transport.Anchor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a channel has read by itself, before and while a transport became known. */
class SelectableReceivingSideTest {

  private final FakeTraffic own = new FakeTraffic();
  private final FakeTransport transport = FakeTransport.committed();
  private ConnectionFixture fixture;
  private SelectableReceivingSide side;

  @BeforeEach
  void install() throws Exception {
    fixture = ConnectionFixture.with(transport);
    SelectableTcp tcp =
        (SelectableTcp)
            Proxy.newProxyInstance(
                SelectableTcp.class.getClassLoader(),
                new Class<?>[] {SelectableTcp.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("tryRead")) {
                    return fixture
                        .carrier
                        .inputStream()
                        .read((byte[]) arguments[0], (int) arguments[1], (int) arguments[2]);
                  }
                  try {
                    return method.invoke(fixture.carrier, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    side =
        new SelectableReceivingSide(
            fixture.connection.negotiation(), new ChannelAnchor(tcp), own, fixture.stats);
  }

  @Test
  void countsTowardsThePeersSwitch() throws Exception {
    own.received = 5;
    transport.peerSwitchedAt = 9;
    assertEquals(4, side.available(100), "the rest are doorbells");
    ByteBuffer to = ByteBuffer.allocate(4).put(numbers(5, 9));
    assertEquals(4, side.readByChannel(to, 0, 4));
    assertEquals(9, side.part.received());
    own.received = 5; // as before: what came meanwhile is not the channel's own
    assertEquals(0, side.available(100));
  }

  /** The kernel has given more than the program is to have. */
  @Test
  void whatComesAfterThePeersSwitchIsNotForTheProgram() {
    own.received = 5;
    transport.peerSwitchedAt = 7;
    ByteBuffer to = ByteBuffer.allocate(10).put(numbers(0, 3)).put(numbers(5, 9));
    assertEquals(2, side.readByChannel(to, 3, 4));
    assertEquals(5, to.position());
    assertEquals(7, side.part.received());
    assertEquals(-2, transport.doorbellsOwed.get(), "the rest were doorbells");
    to.put(numbers(9, 10));
    assertEquals(SelectableReceivingSide.NOT_STRAIGHT, side.readByChannel(to, 5, 1));
    assertEquals(5, to.position());
    assertEquals(-3, transport.doorbellsOwed.get());
  }

  /** As where a file follows the peer's switch, by TCP: what a wait does there is the JDK's. */
  @Test
  void readThatIsNotToWaitDoesNotWaitForMoreThanTcpHasBrought() throws Exception {
    transport.peerSwitchedAt = 3;
    transport.pretended = 1;
    transport.mayNotWait = true;
    fixture.carrier.feed(numbers(0, 3));
    assertEquals(3, side.read(new byte[100], 0, 100, Anchor.NO_WAIT));
    assertEquals(Anchor.NO_WAIT, transport.lastTimeout);
  }
}
