package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Writing more than there is room for: from several threads, in both directions, without a reader.
 */
class WriteFlowContract extends Contract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  @Test
  void oneHugeWriteArrivesExactly() throws Exception {
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.running(
              () -> {
                c.clientOut().write(HUGE);
                c.client.shutdownOutput();
              });
      byte[] received = c.serverIn().readAllBytes();
      writer.get();
      assertArrayEquals(HUGE, received);
    }
  }

  @Test
  void writerBlocksWhileNobodyReads() throws Exception {
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.running(() -> c.clientOut().write(HUGE)).awaitBlockedIn("write");
      writer.assertStaysBlockedIn("write");
      assertEquals(HUGE.length, c.serverIn().readNBytes(HUGE.length).length);
      writer.get();
    }
  }

  @Test
  void slowReaderGetsEverything() throws Exception {
    byte[] sent = Bytes.pattern(4 * Bytes.MEBI);
    try (Connected c = connect()) {
      Background<Void> writer = Background.running(() -> c.clientOut().write(sent));
      byte[] received = new byte[sent.length];
      int filled = 0;
      while (filled < sent.length) {
        int wanted = Math.min(100_003, sent.length - filled);
        filled += c.serverIn().readNBytes(received, filled, wanted);
      }
      writer.get();
      assertArrayEquals(sent, received);
    }
  }

  @Test
  void hugeWriteFromTheMiddleOfAnArray() throws Exception {
    int length = 3 * Bytes.MEBI + 17;
    try (Connected c = connect()) {
      Background<Void> writer = Background.running(() -> c.clientOut().write(HUGE, 12_345, length));
      byte[] received = c.serverIn().readNBytes(length);
      writer.get();
      assertEquals(-1, Arrays.mismatch(HUGE, 12_345, 12_345 + length, received, 0, length));
    }
  }

  @Test
  void bothEndsWriteAndReadAtOnce() throws Exception {
    byte[] sent = Bytes.pattern(4 * Bytes.MEBI);
    try (Connected c = connect()) {
      Background<Void> clientWriter = Background.running(() -> c.clientOut().write(sent));
      Background<Void> serverWriter = Background.running(() -> c.serverOut().write(sent));
      Background<byte[]> clientReader = Background.of(() -> c.clientIn().readNBytes(sent.length));
      assertArrayEquals(sent, c.serverIn().readNBytes(sent.length));
      assertArrayEquals(sent, clientReader.get());
      clientWriter.get();
      serverWriter.get();
    }
  }

  @Test
  void blockedWriterDoesNotHoldUpReading() throws Exception {
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.running(() -> c.clientOut().write(HUGE)).awaitBlockedIn("write");
      c.serverOut().write(6);
      assertEquals(6, c.clientIn().read());
      Bytes.discard(c.serverIn(), HUGE.length);
      writer.get();
    }
  }

  @Test
  void bothEndsBlockedInWriteGoOnOnceRead() throws Exception {
    try (Connected c = connect()) {
      Background<Void> clientWriter =
          Background.running(() -> c.clientOut().write(HUGE)).awaitBlockedIn("write");
      Background<Void> serverWriter =
          Background.running(() -> c.serverOut().write(HUGE)).awaitBlockedIn("write");
      Bytes.discard(c.clientIn(), HUGE.length);
      serverWriter.get();
      Bytes.discard(c.serverIn(), HUGE.length);
      clientWriter.get();
    }
  }

  @Test
  void writesOfSeveralThreadsDoNotInterleave() throws Exception {
    int block = 300_000;
    int blocks = 3;
    int writers = 4;
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      List<Background<Void>> writing = new ArrayList<>();
      for (int writer = 1; writer <= writers; writer++) {
        byte[] own = Bytes.filled(block, writer);
        writing.add(
            Background.running(
                () -> {
                  for (int i = 0; i < blocks; i++) {
                    out.write(own);
                  }
                }));
      }
      int[] seen = new int[writers + 1];
      for (int i = 0; i < writers * blocks; i++) {
        byte[] one = c.serverIn().readNBytes(block);
        assertArrayEquals(Bytes.filled(block, one[0]), one);
        seen[one[0]]++;
      }
      assertArrayEquals(new int[] {0, blocks, blocks, blocks, blocks}, seen);
      for (Background<Void> writer : writing) {
        writer.get();
      }
    }
  }

  @Test
  void smallWriteWaitsForTheHugeOneBefore() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      Background<Void> huge = Background.running(() -> out.write(HUGE)).awaitBlockedIn("write");
      Background<Void> small = Background.running(() -> out.write(99)).awaitBlockedIn("write");
      Bytes.discard(c.serverIn(), HUGE.length);
      assertEquals(99, c.serverIn().read());
      huge.get();
      small.get();
    }
  }

  @Test
  void singleBytesOfSeveralThreadsAllArrive() throws Exception {
    int each = 2000;
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      List<Background<Void>> writing = new ArrayList<>();
      for (int writer = 0; writer < 3; writer++) {
        int own = writer;
        writing.add(
            Background.running(
                () -> {
                  for (int i = 0; i < each; i++) {
                    out.write(own);
                  }
                }));
      }
      int[] seen = new int[3];
      for (byte b : c.serverIn().readNBytes(3 * each)) {
        seen[b]++;
      }
      assertArrayEquals(new int[] {each, each, each}, seen);
      for (Background<Void> writer : writing) {
        writer.get();
      }
    }
  }

  /** Writes until there is an exception, which there must be. */
  private static String failureOf(OutputStream out) {
    for (int i = 0; i < 100_000; i++) {
      try {
        out.write(new byte[100]);
      } catch (IOException e) {
        return e.getClass().getName();
      }
    }
    return "none";
  }

  @Test
  void writingToAPeerThatHasClosedFailsInTheEnd() throws Exception {
    try (Connected c = connect()) {
      c.server.close();
      assertEquals(SocketException.class.getName(), failureOf(c.clientOut()));
    }
  }

  @Test
  void writingGoesOnFailing() throws Exception {
    try (Connected c = connect()) {
      c.server.close();
      OutputStream out = c.clientOut();
      assertEquals(SocketException.class.getName(), failureOf(out));
      assertTrue(Outcome.of(() -> out.write(1)).words().startsWith("threw java.net.Socket"));
      assertTrue(Outcome.of(() -> out.write(1)).words().startsWith("threw java.net.Socket"));
    }
  }

  @Test
  void endOfFileIsStillReadAfterAFailedWrite() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.server.close();
            int before = c.clientIn().read();
            return before + " " + failureOf(c.clientOut()) + " " + c.clientIn().read();
          }
        });
  }

  @Test
  void failedWriteDoesNotCloseTheSocket() throws Exception {
    try (Connected c = connect()) {
      c.server.close();
      assertEquals(SocketException.class.getName(), failureOf(c.clientOut()));
      assertFalse(c.client.isClosed());
      assertTrue(c.client.isConnected());
    }
  }

  @Test
  void writerBlockedFailsWhenThePeerCloses() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      Background<Void> writer = Background.running(() -> out.write(HUGE)).awaitBlockedIn("write");
      c.server.close();
      assertTrue(writer.outcome().words().startsWith("threw java.net.SocketException"));
    }
  }

  @Test
  void writerThatHasDoneNothingYetIsNotToldOfTheEndOfFile() throws Exception {
    try (Connected c = connect()) {
      c.server.shutdownOutput();
      assertEquals(-1, c.clientIn().read());
      c.clientOut().write(Bytes.pattern(1000));
      assertArrayEquals(Bytes.pattern(1000), c.serverIn().readNBytes(1000));
    }
  }

  /** A connection with its buffers as small or large as asked; 0 leaves them alone. */
  private static Socket[] buffered(ServerSocket listener, KindPairing over, int bytes)
      throws IOException {
    if (bytes > 0) {
      listener.setReceiveBufferSize(bytes);
    }
    Socket client = over.client().newSocket();
    if (bytes > 0) {
      client.setSendBufferSize(bytes);
      client.setReceiveBufferSize(bytes);
    }
    client.connect(listener.getLocalSocketAddress());
    Socket server = listener.accept();
    if (bytes > 0) {
      server.setSendBufferSize(bytes);
    }
    over.settle(client, server);
    return new Socket[] {client, server};
  }

  /** How many bytes the JDK's socket takes while the peer does not read. */
  private static long roomOfOracle(int bufferBytes, boolean toServer, int chunk) throws Exception {
    try (ServerSocket listener = Connected.listen(KindPairings.ORACLE.server())) {
      Socket[] ends = buffered(listener, KindPairings.ORACLE, bufferBytes);
      try (Socket from = ends[toServer ? 0 : 1];
          Socket to = ends[toServer ? 1 : 0]) {
        AtomicLong taken = new AtomicLong();
        OutputStream out = from.getOutputStream();
        Background<Void> writer =
            Background.running(
                () -> {
                  while (true) {
                    out.write(new byte[chunk]);
                    taken.addAndGet(chunk);
                  }
                });
        writer.awaitBlockedIn("write");
        return taken.get();
      }
    }
  }

  /** What the JDK's socket takes while the peer does not read, this run's must take too. */
  private void assertRoom(int bufferBytes, boolean toServer, int chunk) throws Exception {
    // The kernel's own figure varies by a few per cent between connections.
    long room = roomOfOracle(bufferBytes, toServer, chunk) * 9 / 10;
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      Socket[] ends = buffered(listener, pairing, bufferBytes);
      try (Socket from = ends[toServer ? 0 : 1];
          Socket to = ends[toServer ? 1 : 0]) {
        byte[] bytes = Bytes.pattern(chunk);
        int chunks = (int) (room / chunk);
        OutputStream out = from.getOutputStream();
        Background.running(
                () -> {
                  for (int i = 0; i < chunks; i++) {
                    out.write(bytes);
                  }
                })
            .get();
        InputStream in = to.getInputStream();
        for (int i = 0; i < chunks; i++) {
          assertArrayEquals(bytes, in.readNBytes(chunk));
        }
      }
    }
  }

  @Test
  void roomForAWriterFromTheClient() throws Exception {
    assertRoom(0, true, 4096);
  }

  @Test
  void roomForAWriterFromTheServer() throws Exception {
    assertRoom(0, false, 4096);
  }

  @Test
  void roomInLargeChunks() throws Exception {
    assertRoom(0, true, 65_536);
  }

  @Test
  void roomInSmallBuffers() throws Exception {
    assertRoom(16_384, true, 1024);
  }

  @Test
  void roomInLargeBuffers() throws Exception {
    assertRoom(262_144, true, 8192);
  }

  /** What a sender does to wake a reader must not need room for each write. */
  @Test
  void manySmallWritesBeforeTheFirstRead() throws Exception {
    byte[] sent = Bytes.pattern(20_000);
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      Socket[] ends = buffered(listener, pairing, 2048);
      try (Socket from = ends[0];
          Socket to = ends[1]) {
        Background<Void> writer =
            Background.running(
                () -> {
                  for (byte one : sent) {
                    from.getOutputStream().write(one);
                  }
                });
        writer.awaitBlockedInOrDone("write");
        InputStream in = to.getInputStream();
        assertArrayEquals(sent, Background.of(() -> in.readNBytes(sent.length)).get());
        writer.get();
      }
    }
  }

  @Test
  void bothEndsMayWriteBeforeEitherReadsOnOneThread() throws Exception {
    byte[] sent = Bytes.pattern(50_000);
    try (Connected c = connect()) {
      c.clientOut().write(sent);
      c.serverOut().write(sent);
      assertArrayEquals(sent, c.serverIn().readNBytes(sent.length));
      assertArrayEquals(sent, c.clientIn().readNBytes(sent.length));
    }
  }
}
