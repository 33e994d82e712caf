package jfs.core.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfs.core.transport.FourTuple;
import jfs.testing.Needed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SocketListTest {

  private static FourTuple ends(Socket accepted) {
    return new FourTuple(
        accepted.getLocalAddress(),
        accepted.getLocalPort(),
        accepted.getInetAddress(),
        accepted.getPort());
  }

  private static Socket connect(InetSocketAddress from, ServerSocket to) throws IOException {
    Socket socket = new Socket();
    socket.setReuseAddress(true);
    socket.bind(from);
    socket.connect(to.getLocalSocketAddress());
    return socket;
  }

  /** The port of a client may be that of another client, which is connected to another server. */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void knowsWhoElseHasThePeersPort(String address) throws Exception {
    InetAddress here = InetAddress.getByName(address);
    try (ServerSocket listener = new ServerSocket()) {
      boolean bound = true;
      try {
        listener.bind(new InetSocketAddress(here, 0));
      } catch (IOException e) {
        bound = false;
      }
      Needed.require(bound, "no address " + address);
      try (ServerSocket other = new ServerSocket(0, 5, here);
          Socket client = connect(new InetSocketAddress(here, 0), listener);
          Socket accepted = listener.accept()) {
        assertFalse(SocketList.read().hasElsewhere(ends(accepted)));
        InetSocketAddress same = new InetSocketAddress(here, client.getLocalPort());
        try (Socket second = connect(same, other);
            Socket secondAccepted = other.accept()) {
          SocketList list = SocketList.read();
          assertTrue(list.hasElsewhere(ends(accepted)));
          assertTrue(list.hasElsewhere(ends(secondAccepted)));
          assertFalse(list.hasElsewhere(ends(second)), "the listener's port is not the client's");
        }
      }
    }
  }

  /**
   * From port 1 to 9 and back: a client of this host and its server, and one of another host. The
   * other columns of proc(5) are of no matter.
   */
  private static final List<String> WHOLE =
      List.of(
          "sl local_address rem_address st",
          "0: 0100007F:0009 00000000:0000 0A",
          "1: 0100007F:0001 0100007F:0009 01",
          "2: 0100007F:0009 0100007F:0001 01",
          "3: 0100007F:0009 0200000A:0001 01");

  private static final FourTuple ACCEPTED =
      new FourTuple(InetAddress.getLoopbackAddress(), 9, InetAddress.getLoopbackAddress(), 1);

  @TempDir Path folder;

  private SocketList withWhole(String... more) throws IOException {
    List<String> lines = new ArrayList<>(WHOLE);
    for (String line : more) {
      lines.add(lines.size() + ": " + line);
    }
    return SocketList.read(Files.write(folder.resolve("list"), lines).toString());
  }

  @Test
  void missesNoneWhereAllHaveBothEnds() throws Exception {
    SocketList list = withWhole();
    assertTrue(list.lonely(ACCEPTED).isEmpty());
    assertTrue(list.has(ACCEPTED) && list.has(ACCEPTED.mirrored()));
    FourTuple elsewhere =
        new FourTuple(ACCEPTED.localAddress(), 8, ACCEPTED.remoteAddress(), ACCEPTED.remotePort());
    assertFalse(list.has(elsewhere));
    assertTrue(list.hasAddress(ACCEPTED.remoteAddress()));
    assertFalse(list.hasAddress(InetAddress.getByName("10.0.0.2")), "a peer's");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0100007F:0009 0100007F:0002 01", // a server without its client
        "0100007F:0002 0100007F:0009 01", // a client without its server
        "0300007F:0001 0100007F:0009 01" // from another address of this host
      })
  void knowsWhoLacksTheOtherEnd(String lonely) throws Exception {
    SocketList list = withWhole(lonely);
    assertEquals(1, list.lonely(ACCEPTED).size());
    assertEquals(list.lonely(ACCEPTED), withWhole(lonely).lonely(ACCEPTED), "the same one");
    boolean isServer = lonely.startsWith("0100007F:0009");
    assertEquals(isServer, list.hasServerOf(list.lonely(ACCEPTED), ACCEPTED));
    assertFalse(withWhole().hasServerOf(list.lonely(ACCEPTED), ACCEPTED), "it has gone");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0100007F:0009 0300000A:0001 01", // its client is on another host
        "0100007F:0009 0100007F:0002 08", // the peer has closed: it may be gone
        "0100007F:0002 0100007F:0009 02", // connecting
        "0100007F:0002 0100007F:0008 01" // of another listener
      })
  void anEndMayBeAloneForGoodReason(String alone) throws Exception {
    assertTrue(withWhole(alone).lonely(ACCEPTED).isEmpty());
  }
}
