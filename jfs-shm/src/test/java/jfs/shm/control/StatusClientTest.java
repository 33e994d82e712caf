package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import jfs.core.config.Version;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** This JVM asks itself, which makes no difference to its endpoint. */
class StatusClientTest {

  private static final Reason MARK = new Reason("status-test");

  /** More than a socket takes in by default. */
  private static final int MANY = 20_000;

  private static Path folder;
  private static String name;

  private final List<Connections.Live> added = new ArrayList<>();

  @BeforeAll
  static void startEndpoint() throws Exception {
    folder = StatusClient.folder(ProcessManager.PARENT);
    ProcessManager.THREAD.start();
    String prefix = ProcessHandle.current().pid() + "-";
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (name == null) {
      assertTrue(System.nanoTime() < deadline, "no endpoint");
      for (String present : StatusClient.present(folder)) {
        if (present.startsWith(prefix)) {
          try (StatusClient client = StatusClient.of(folder, present)) {
            name = client == null ? null : present;
          }
        }
      }
    }
  }

  private void add(int count) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    for (int i = 0; i < count; i++) {
      FourTuple ends = new FourTuple(loopback, i, loopback, 1);
      added.add(Connections.ofProcess().add(this, Origin.OPENED, ends, MARK));
    }
  }

  @AfterEach
  void endAll() {
    added.forEach(Connections.Live::end);
  }

  private List<ConnectionReport> ask() throws IOException {
    try (StatusClient client = StatusClient.of(folder, name)) {
      return client.connections().stream()
          .filter(connection -> connection.reason().equals(MARK.code()))
          .toList();
    }
  }

  @Test
  void answerIsWhatThereIs() throws Exception {
    add(1);
    added.get(0).stats().addSent(3);
    added.get(0).stats().addReceived(5);
    List<ConnectionReport> answer = ask();
    assertEquals(List.of(ConnectionReport.of(added.get(0)).orElseThrow()), answer);
    assertEquals("127.0.0.1:0", answer.get(0).local());
    assertEquals(3, answer.get(0).sent());
    assertEquals(5, answer.get(0).received());
  }

  @Test
  void headHasVersionAndCount() throws Exception {
    add(3);
    try (StatusClient client = StatusClient.of(folder, name)) {
      assertEquals(Version.string(), client.version());
      assertEquals(Connections.ofProcess().liveCount(), client.count());
    }
  }

  @Test
  void longAnswerComesWhole() throws Exception {
    add(MANY);
    assertEquals(MANY, ask().stream().distinct().count());
  }

  @Test
  void partsAreBoundedAndTheLastIsEmpty() throws Exception {
    Connections many = new Connections();
    InetAddress longest = InetAddress.getByAddress(new byte[16]);
    FourTuple ends = new FourTuple(longest, 1, longest, 2);
    for (int i = 0; i < 2_000; i++) {
      many.add(this, Origin.ACCEPTED, ends, MARK);
    }
    StatusReport report = new StatusReport(many, true);
    int parts = 0;
    int bytes;
    do {
      bytes = report.next().finish().remaining();
      assertTrue(bytes < 20_000, "frame of " + bytes);
      parts++;
    } while (!report.isTold());
    assertEquals(Frame.HEADER + Short.BYTES, bytes);
    assertTrue(parts > 10, parts + " parts");
  }

  /** No other client has to wait, and nothing piles up but what the kernel takes. */
  @Test
  void askersThatStopReadingDoNoHarm() throws Exception {
    add(MANY);
    List<StatusClient> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        stalled.add(StatusClient.of(folder, name));
      }
      assertEquals(MANY, ask().size());
      // A client that goes on gets the rest, of connections that have not ended meanwhile.
      assertEquals(MANY, ofThisTest(stalled.remove(0).connections()));
      added.subList(0, MANY / 2).forEach(Connections.Live::end);
      assertTrue(ofThisTest(stalled.remove(0).connections()) >= MANY / 2);
    } finally {
      for (StatusClient client : stalled) {
        client.close();
      }
    }
    assertEquals(MANY / 2, ask().size());
  }

  private static long ofThisTest(List<ConnectionReport> connections) {
    return connections.stream().filter(c -> c.reason().equals(MARK.code())).count();
  }

  @Test
  void whoAsksAgainTooSoonIsThrownOut() throws Exception {
    add(MANY);
    try (SocketChannel channel = connect()) {
      channel.write(Frame.of(FrameType.STATUS).u16(1).finish());
      channel.write(Frame.of(FrameType.STATUS).u16(1).finish());
      readToTheEnd(channel);
    }
    assertEquals(MANY, ask().size());
  }

  @Test
  void otherFramesNeedAnIntroduction() throws Exception {
    try (SocketChannel channel = connect()) {
      channel.write(Frame.of(FrameType.DECIDED).u32(1).finish());
      readToTheEnd(channel);
    }
  }

  private static SocketChannel connect() throws IOException {
    Path socket = folder.resolve(name + RendezvousDirectory.SOCKET_SUFFIX);
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    return channel;
  }

  private static void readToTheEnd(SocketChannel channel) {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    try {
      while (channel.read(buffer.clear()) >= 0) {
        // until it is closed
      }
    } catch (IOException e) {
      // A reset, since what this end wrote was not read: as good.
    }
  }

  @Test
  void goneJvmsAreNobody(@TempDir Path place) throws Exception {
    assertEquals(List.of(), StatusClient.present(place.resolve("missing")));
    assertNull(StatusClient.of(place, "1-aaaaaaaaaaaaaaaa"));
    Path socket = place.resolve("1-bbbbbbbbbbbbbbbb.sock");
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket));
    }
    assertEquals(List.of("1-bbbbbbbbbbbbbbbb"), StatusClient.present(place));
    assertNull(StatusClient.of(place, "1-bbbbbbbbbbbbbbbb"));
    assertTrue(Files.exists(socket), "not the asker's to remove");
  }

  @Test
  void nonsenseIsAnException(@TempDir Path place) throws Exception {
    for (String nonsense : new String[] {"", "1.0\n", "1.0\tx\n", "1.0\t1\nnothing\n"}) {
      Path socket = place.resolve("1-cccccccccccccccc.sock");
      try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        listener.bind(UnixDomainSocketAddress.of(socket));
        Thread answering = new Thread(() -> answer(listener, nonsense));
        answering.start();
        assertThrows(IOException.class, () -> askAt(place), nonsense);
        answering.join();
      }
      Files.delete(socket);
    }
  }

  private static void answer(ServerSocketChannel listener, String text) {
    try (SocketChannel channel = listener.accept()) {
      channel.write(Frame.of(FrameType.REPORT).text(text).finish());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void askAt(Path place) throws IOException {
    try (StatusClient client = StatusClient.of(place, "1-cccccccccccccccc")) {
      client.connections();
    }
  }

  /** A process of another user, which root asks, may answer for ever. */
  @Test
  void answerWithoutEndIsAnError(@TempDir Path place) throws Exception {
    AtomicLong time = new AtomicLong();
    IOException tooLong = assertThrows(IOException.class, () -> askEndless(place, time::get));
    assertTrue(tooLong.getMessage().contains("longer"), tooLong.getMessage());
  }

  /** Each byte comes within the time for it, but all together do not. */
  @Test
  void slowAnswerIsATimeout(@TempDir Path place) {
    AtomicLong time = new AtomicLong();
    long second = TimeUnit.SECONDS.toNanos(1);
    assertThrows(
        SocketTimeoutException.class, () -> askEndless(place, () -> time.addAndGet(second)));
  }

  /** Asks a process that never sends the last part. */
  private static void askEndless(Path place, LongSupplier nanoTime) throws Exception {
    UnixDomainSocketAddress address =
        UnixDomainSocketAddress.of(place.resolve("1-cccccccccccccccc.sock"));
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(address);
      Thread answering = new Thread(() -> answerWithoutEnd(listener));
      answering.start();
      try (SocketChannel channel = SocketChannel.open(address)) {
        try (StatusClient client = new StatusClient(channel, true, nanoTime)) {
          client.connections();
        }
      } finally {
        answering.join();
      }
    }
  }

  private static void answerWithoutEnd(ServerSocketChannel listener) {
    ByteBuffer head = Frame.of(FrameType.REPORT).text("1.0\t1\n").finish();
    // Frames that no client takes anything from; as large as they may be, else this takes long.
    ByteBuffer more = ByteBuffer.allocateDirect(Frame.HEADER + Frame.MOST_BYTES);
    more.putInt(0, Frame.MOST_BYTES).put(Integer.BYTES, (byte) FrameType.HELLO.code());
    try (SocketChannel channel = listener.accept()) {
      channel.write(head);
      while (channel.write(more.rewind()) > 0) {
        // until the client hangs up
      }
    } catch (IOException e) {
      // It has.
    }
  }

  @Test
  void foldersOfOthersAreNotLookedInto(@TempDir Path place) throws Exception {
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwx---r-x"));
    assertThrows(IOException.class, () -> StatusClient.present(place));
  }
}
