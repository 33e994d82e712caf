package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jfs.agent.programs.soak.Noise;

/** An attacker in the rendezvous directory, against the JVM of an echo server. */
final class Attacker implements AutoCloseable {

  /** The size of the memory that is offered: a control block and a chunk. */
  static final int ARENA = 512 + 4096;

  private final Path folder;
  private final String victim;
  private final int port;
  private final List<RawLink> held = new ArrayList<>();
  private int arenas;

  Attacker(Path folder, String victim, int port) {
    this.folder = folder;
    this.victim = victim;
    this.port = port;
  }

  Path folder() {
    return folder;
  }

  String victimName() {
    return victim;
  }

  RawLink link() throws IOException {
    return new RawLink(folder.resolve(victim + ".sock"));
  }

  /** A link that stays until the attack is over. */
  RawLink held() throws IOException {
    RawLink link = link();
    held.add(link);
    return link;
  }

  /** What the attacker does over a link, or waits for. */
  interface Doing {
    void over(RawLink link) throws IOException;
  }

  void isEnded(Doing doing) throws IOException {
    try (RawLink link = link()) {
      doing.over(link);
      link.awaitEnd();
    }
  }

  RawFrame look(int localPort, int remotePort) throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    return new RawFrame(RawFrame.LOOK)
        .ends(new InetSocketAddress(here, localPort), new InetSocketAddress(here, remotePort));
  }

  /** Connects, and offers memory for the connection, which must go on over TCP in any case. */
  void offer(long control, long chunk, Doing after) throws IOException {
    try (SocketChannel tcp = connect()) {
      echo(tcp);
      try (RawLink link = link();
          RandomAccessFile arena = announce(link)) {
        offer(link, tcp, control, chunk);
        after.over(link);
        echo(tcp);
      }
      echo(tcp);
    }
  }

  /** The same with memory that is cut off once the victim has mapped it: its end may be a reset. */
  void offerCutOff() throws IOException {
    try (SocketChannel tcp = connect();
        RawLink link = link();
        RandomAccessFile arena = announce(link)) {
      echo(tcp);
      while (!hasMapped(fileName())) {
        Thread.onSpinWait();
      }
      arena.setLength(0);
      offer(link, tcp, 0, 1L << 40 | 512);
      try {
        echo(tcp);
      } catch (IOException | AssertionError e) {
        // This connection alone.
      }
    }
  }

  private boolean hasMapped(String file) throws IOException {
    Path maps = Path.of("/proc", victim.substring(0, victim.indexOf('-')), "maps");
    return Files.readString(maps).contains(file);
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /** Of the arena that was announced last. */
  private String fileName() {
    return RawLink.NAME + "." + Integer.toHexString(arenas) + ".arena";
  }

  private RandomAccessFile announce(RawLink link) throws IOException {
    arenas++;
    RandomAccessFile arena = new RandomAccessFile(folder.resolve(fileName()).toFile(), "rw");
    byte[] memory = new byte[ARENA];
    // Not switched: -1 in place of an announcement.
    Arrays.fill(memory, 392, 400, (byte) -1);
    arena.write(memory);
    link.send(RawLink.hello(RawLink.NAME))
        .send(new RawFrame(RawFrame.ARENA).u64(ARENA).text(fileName()));
    return arena;
  }

  private static void offer(RawLink link, SocketChannel tcp, long control, long chunk)
      throws IOException {
    link.send(
        new RawFrame(RawFrame.OFFER)
            .u32(1)
            .ends(
                (InetSocketAddress) tcp.getLocalAddress(),
                (InetSocketAddress) tcp.getRemoteAddress())
            .u64(control)
            .u64(chunk)
            .u64(0));
  }

  private static void echo(SocketChannel tcp) throws IOException {
    byte[] sent = new byte[10_000];
    new Noise(7).fill(0, sent, 0, sent.length);
    ByteBuffer out = ByteBuffer.wrap(sent);
    while (out.hasRemaining()) {
      tcp.write(out);
    }
    ByteBuffer in = ByteBuffer.allocate(sent.length);
    while (in.hasRemaining()) {
      assertTrue(tcp.read(in) >= 0, "end of file");
    }
    assertEquals(-1, Arrays.mismatch(sent, in.array()));
  }

  @Override
  public void close() throws IOException {
    for (RawLink link : held) {
      link.close();
    }
  }
}
