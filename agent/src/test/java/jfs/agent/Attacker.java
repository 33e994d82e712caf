package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
    InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (SocketChannel tcp = SocketChannel.open(server)) {
      echo(tcp);
      try (RawLink link = link()) {
        String file = RawLink.NAME + "." + Integer.toHexString(++arenas) + ".arena";
        byte[] memory = new byte[ARENA];
        // Not switched: -1 in place of an announcement.
        Arrays.fill(memory, 392, 400, (byte) -1);
        Files.write(folder.resolve(file), memory);
        link.send(RawLink.hello(RawLink.NAME))
            .send(new RawFrame(RawFrame.ARENA).u64(ARENA).text(file))
            .send(
                new RawFrame(RawFrame.OFFER)
                    .u32(1)
                    .ends((InetSocketAddress) tcp.getLocalAddress(), server)
                    .u64(control)
                    .u64(chunk)
                    .u64(0));
        after.over(link);
        echo(tcp);
      }
      echo(tcp);
    }
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
