package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import jfs.core.carrier.SelectableTcp;
import jfs.core.transport.SelectableSender;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes that do not wait: the program is told of what was sent, and of what it met, once each. */
class SelectableSendingSideTest {

  private static final int FAILS = -1;
  private static final int LACKS_MEMORY = -2;

  /** What the transport does with one call after the other: takes so many bytes, or fails. */
  private final Queue<Integer> answers = new ArrayDeque<>();

  private final FakeTraffic own = new FakeTraffic();
  private final FakeTransport transport = FakeTransport.committed();
  private SelectableSendingSide side;

  /** Whether the channel writes nothing by itself any more. */
  private boolean leftToJfs;

  /** Whether the stack overflows behind the kernel's write. */
  private boolean isStackFull;

  private final class Sender implements SelectableSender {

    @Override
    public int sendNow(byte[] bytes, int offset, int length) throws IOException {
      int answer = answers.isEmpty() ? 0 : answers.remove();
      if (answer == FAILS) {
        throw new SocketException("Broken pipe");
      }
      if (answer == LACKS_MEMORY) {
        throw new OutOfMemoryError("of this test");
      }
      return Math.min(answer, length);
    }

    @Override
    public int sendNow(ByteBuffer from) {
      return 0;
    }

    @Override
    public void awaitRoom() {
      throw new AssertionError("waits");
    }

    @Override
    public boolean canSend() {
      return !answers.isEmpty();
    }

    @Override
    public boolean sendsOnTcp() {
      return false;
    }

    @Override
    public boolean staysOnTcp() {
      return false;
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
      throw new AssertionError("waits");
    }

    @Override
    public boolean trySendUrgent(int data) {
      return false;
    }

    @Override
    public void sendUrgent(int data) {
      throw new AssertionError("waits");
    }
  }

  @BeforeEach
  void install() throws Exception {
    transport.sender = new Sender();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    side =
        new SelectableSendingSide(
            fixture.connection.negotiation(),
            new ChannelAnchor(tcp(fixture.carrier)),
            own,
            fixture.stats);
  }

  private void switchOver() throws Exception {
    assertEquals(1, side.tryWrite(new byte[1], 0, 1), "the last byte on TCP");
  }

  /** A channel that takes all. */
  private SelectableTcp tcp(FakeCarrier carrier) {
    return (SelectableTcp)
        Proxy.newProxyInstance(
            SelectableTcp.class.getClassLoader(),
            new Class<?>[] {SelectableTcp.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("tryWrite")) {
                if (isStackFull) {
                  throw new StackOverflowError("of this test");
                }
                return arguments[2];
              }
              if (method.getName().equals("leavesToJfs")) {
                leftToJfs = true;
                return null;
              }
              try {
                return method.invoke(carrier, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private int write(int length) throws IOException {
    return side.tryWrite(new byte[length], 0, length);
  }

  @Test
  void whatTheChannelHasWrittenItselfCountsBeforeTheSwitch() throws Exception {
    own.sent = 10;
    switchOver();
    assertTrue(transport.calls.contains("announce 11"), transport.calls::toString);
  }

  @Test
  void thereIsNoSwitchIfItIsUnknownHowMuchThatWas() throws Exception {
    own.uncertain = true;
    switchOver();
    assertFalse(transport.calls.toString().contains("announce"), transport.calls::toString);
  }

  @Test
  void sendsWhatThereIsRoomFor() throws Exception {
    switchOver();
    answers.add(4);
    answers.add(3);
    assertEquals(7, write(10));
    assertEquals(0, write(10));
  }

  @Test
  void anErrorAfterAPartIsTheNextWritesToTell() throws Exception {
    switchOver();
    answers.add(4);
    answers.add(FAILS);
    answers.add(5);
    assertEquals(4, write(10), "the program is told of these, and sends the rest again");
    assertTrue(leftToJfs, "the channel itself would not tell");
    assertTrue(side.canWrite(false), "a write tells");
    assertFalse(side.arm(), "a write tells");
    assertThrowsExactly(SocketException.class, () -> write(6));
    assertEquals(5, write(6), "it was told once");
  }

  @Test
  void aLackOfMemoryAfterAPartLeavesThePartTold() throws Exception {
    switchOver();
    answers.add(4);
    answers.add(LACKS_MEMORY);
    answers.add(6);
    assertEquals(4, write(10));
    assertEquals(6, write(6));
    answers.add(LACKS_MEMORY);
    assertThrowsExactly(OutOfMemoryError.class, () -> write(1));
  }

  @Test
  void anErrorBeforeAnyByteIsToldAtOnce() throws Exception {
    switchOver();
    answers.add(FAILS);
    assertThrowsExactly(SocketException.class, () -> write(10));
  }

  @Test
  void urgentDataForWhichThereIsNoRoomAreAnError() throws Exception {
    switchOver();
    IOException full = assertThrowsExactly(IOException.class, () -> side.sendUrgent(1, false));
    assertEquals("Socket buffer full", full.getMessage());
  }

  /** TCP may have taken what was announced as its last bytes, and the peer may have followed. */
  @Test
  void noBytesFollowOnTcpWhereTheStackOverflowedInItsLastWrite() throws Exception {
    isStackFull = true;
    assertThrowsExactly(StackOverflowError.class, () -> write(3));
    isStackFull = false;
    assertThrowsExactly(SocketException.class, () -> write(3));
    assertEquals("[announce 3]", transport.calls.toString());
  }

  @Test
  void beforeASwitchAnOverflowOfTheStackLeavesTheBytesOnTcp() throws Exception {
    own.uncertain = true; // no switch
    isStackFull = true;
    assertThrowsExactly(StackOverflowError.class, () -> write(3));
    isStackFull = false;
    assertEquals(3, write(3));
    assertEquals("[]", transport.calls.toString());
  }
}
