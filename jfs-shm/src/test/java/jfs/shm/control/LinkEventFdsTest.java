package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import jfs.core.host.HostServices;
import jfs.core.wait.SelectorEventFd;
import org.junit.jupiter.api.Test;

/** Two JVMs tell each other of eventfds, or one of them is none that keeps to the protocol. */
class LinkEventFdsTest {

  private static final int BAD = 666;
  private static final int LACKS = 667;

  private final Wire wire = new Wire();
  private final List<String> broken = new ArrayList<>();
  private final LinkEventFds eventFds = new LinkEventFds(wire, Runnable::run, broken::add);

  /** A link whose other end is this test. */
  private static final class Wire implements LinkEventFds.Socket {
    private final List<String> sent = new ArrayList<>();
    private final List<Integer> came = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private boolean isFree = true;
    private boolean isFull;

    private final HostServices services =
        (HostServices)
            Proxy.newProxyInstance(
                HostServices.class.getClassLoader(),
                new Class<?>[] {HostServices.class},
                (proxy, method, arguments) -> {
                  calls.add(method.getName() + " " + arguments[0]);
                  if (method.getName().equals("checkEventFd") && arguments[0].equals(BAD)) {
                    throw new IOException("no eventfd");
                  }
                  if (method.getName().equals("checkEventFd") && arguments[0].equals(LACKS)) {
                    throw new OutOfMemoryError("of this test");
                  }
                  return null;
                });

    private static String text(ByteBuffer frame) {
      String text = FrameType.of(frame.get(Integer.BYTES)).name();
      for (int at = Frame.HEADER; at < frame.limit(); at += Short.BYTES) {
        text += " " + frame.getShort(at);
      }
      return text;
    }

    @Override
    public boolean sendNow(ByteBuffer frame, int descriptor) {
      if (isFree) {
        sent.add(text(frame) + " with " + descriptor);
      }
      return isFree;
    }

    @Override
    public void send(ByteBuffer frame) throws IOException {
      if (isFull) {
        throw new OutOfMemoryError("of this test");
      }
      sent.add(text(frame));
    }

    @Override
    public int takeDescriptor() throws IOException {
      if (came.isEmpty()) {
        throw new IOException("a descriptor is missing");
      }
      return came.remove(0);
    }

    @Override
    public HostServices services() {
      return services;
    }
  }

  private static SelectorEventFd own(int number) {
    return new SelectorEventFd(number, 100 + number);
  }

  @Test
  void isUsedOnceThePeerSaysThatItHoldsIt() throws Exception {
    assertFalse(eventFds.isHeldByPeer(own(3)));
    assertEquals(List.of(), wire.sent, "the peer may not know what that is");
    eventFds.agree();
    assertFalse(eventFds.isHeldByPeer(own(3)));
    assertFalse(eventFds.isHeldByPeer(own(3)));
    assertFalse(eventFds.isHeldByPeer(own(63)), "one is on its way at a time");
    assertEquals(List.of("EVENTFD 3 with 103"), wire.sent);
    eventFds.answered(3, true);
    assertTrue(eventFds.isHeldByPeer(own(3)));
    assertFalse(eventFds.isHeldByPeer(own(63)));
    eventFds.answered(63, true);
    assertTrue(eventFds.isHeldByPeer(own(63)));
    assertEquals(List.of("EVENTFD 3 with 103", "EVENTFD 63 with 163"), wire.sent);
  }

  @Test
  void aPeerWithoutDescriptorsIsLeftAloneForAWhile() throws Exception {
    eventFds.agree();
    eventFds.isHeldByPeer(own(3));
    eventFds.answered(3, false);
    assertFalse(eventFds.isHeldByPeer(own(3)));
    assertEquals(1, wire.sent.size());
  }

  /** The task was queued, and then there was no heap to wake the manager's thread. */
  @Test
  void oneThatIsQueuedTwiceIsUsedAllTheSame() throws Exception {
    List<Runnable> queued = new ArrayList<>();
    Executor tasks =
        task -> {
          queued.add(task);
          if (queued.size() == 1) {
            throw new OutOfMemoryError("of this test");
          }
        };
    LinkEventFds tried = new LinkEventFds(wire, tasks, broken::add);
    tried.agree();
    assertFalse(tried.isHeldByPeer(own(3)));
    assertFalse(tried.isHeldByPeer(own(5)));
    queued.forEach(Runnable::run);
    assertEquals(List.of("EVENTFD 3 with 103", "EVENTFD 5 with 105"), wire.sent);
    tried.answered(3, true);
    tried.answered(5, true);
    assertTrue(tried.isHeldByPeer(own(5)));
    assertFalse(tried.isHeldByPeer(own(3)));
    queued.get(2).run();
    tried.answered(3, true);
    assertTrue(tried.isHeldByPeer(own(3)));
  }

  @Test
  void oneThatComesAgainStaysAsItWas() throws Exception {
    wire.came.addAll(List.of(40, 41));
    eventFds.take(1);
    eventFds.take(1);
    assertEquals(List.of("EVENTFD_HELD 1 1", "EVENTFD_HELD 1 1"), wire.sent);
    eventFds.signal(1);
    assertEquals(List.of("checkEventFd 40", "close 41", "signal 40"), wire.calls);
  }

  /** The kernel limits how many descriptors are on their way, of all processes of a user. */
  @Test
  void oneThatCantBeSentNowBreaksNothing() throws Exception {
    eventFds.agree();
    wire.isFree = false;
    assertFalse(eventFds.isHeldByPeer(own(3)));
    wire.isFree = true;
    assertFalse(eventFds.isHeldByPeer(own(3)), "is tried again, but not at once");
    assertEquals(List.of(), wire.sent);
    assertEquals(List.of(), broken);
  }

  /** Neither is worth a link, on which committed pairs depend. */
  @Test
  void oneThatCantBeCheckedOrUsedIsRefused() throws Exception {
    wire.came.addAll(List.of(BAD, LACKS));
    eventFds.take(1);
    eventFds.take(2);
    assertEquals(List.of("EVENTFD_HELD 1 0", "EVENTFD_HELD 2 0"), wire.sent);
    assertEquals(
        List.of("checkEventFd 666", "close 666", "checkEventFd 667", "close 667"), wire.calls);
    eventFds.signal(1);
    assertEquals(4, wire.calls.size());
  }

  @Test
  void anAnswerToNothingIsIgnored() throws Exception {
    eventFds.agree();
    eventFds.answered(3, true);
    eventFds.answered(3, false);
    assertFalse(eventFds.isHeldByPeer(own(3)));
    assertEquals(List.of("EVENTFD 3 with 103"), wire.sent);
    eventFds.answered(4, true);
    eventFds.answered(3, true);
    eventFds.answered(3, false);
    assertTrue(eventFds.isHeldByPeer(own(3)));
    assertFalse(eventFds.isHeldByPeer(own(4)));
  }

  /** The task takes heap, and a program's thread that is about to sleep may find none. */
  @Test
  void withoutHeapTheNextThreadTriesAgain() throws Exception {
    boolean[] lacks = {true};
    Executor tasks =
        task -> {
          if (lacks[0]) {
            throw new OutOfMemoryError("of this test");
          }
          task.run();
        };
    LinkEventFds tried = new LinkEventFds(wire, tasks, broken::add);
    tried.agree();
    assertFalse(tried.isHeldByPeer(own(3)));
    lacks[0] = false;
    assertFalse(tried.isHeldByPeer(own(3)));
    assertEquals(List.of("EVENTFD 3 with 103"), wire.sent);
  }

  @Test
  void thePeersAreSignalledAsItAsks() throws Exception {
    wire.came.addAll(List.of(40, 41));
    eventFds.take(0);
    eventFds.take(63);
    assertEquals(List.of("EVENTFD_HELD 0 1", "EVENTFD_HELD 63 1"), wire.sent);
    wire.calls.clear();
    eventFds.signal(63);
    eventFds.signal(0);
    eventFds.signal(7);
    assertEquals(List.of("signal 41", "signal 40"), wire.calls);
    wire.calls.clear();
    eventFds.close();
    eventFds.signal(0);
    assertEquals(List.of("close 40", "close 41"), wire.calls);
  }

  @Test
  void thePeerLearnsThatThereIsNoRoom() throws Exception {
    wire.came.add(HostServices.NO_ROOM);
    eventFds.take(5);
    eventFds.signal(5);
    assertEquals(List.of("EVENTFD_HELD 5 0"), wire.sent);
    assertEquals(List.of(), wire.calls);
    wire.came.add(40);
    eventFds.take(5);
    eventFds.signal(5);
    assertEquals(List.of("checkEventFd 40", "signal 40"), wire.calls);
  }

  /** The descriptor is taken once: were this done again, the next frame would get another's. */
  @Test
  void withoutHeapForTheAnswerThePeerGetsNone() throws Exception {
    wire.came.add(40);
    wire.isFull = true;
    eventFds.take(5);
    assertEquals(List.of(), wire.sent);
  }

  @Test
  void whatDoesNotKeepToTheProtocolEndsTheLink() {
    assertThrows(IOException.class, () -> eventFds.take(64));
    assertThrows(IOException.class, () -> eventFds.take(2), "without a descriptor");
    assertThrows(IOException.class, () -> eventFds.answered(64, true));
  }
}
