package jfs.core.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In these lists {@code 2>9} is an open socket from port 2 of this host to port 9 of it, and {@code
 * 9>2} its other end; {@code 2>9:08} is in state 08, CLOSE_WAIT, {@code 2>9#7} has inode 7, and the
 * host of {@code r2} is another one. The listener's port is 9. It is asked for {@code 9>2}.
 */
class ListenerConnectionsTest {

  private static final FourTuple ASKED =
      new FourTuple(InetAddress.getLoopbackAddress(), 9, InetAddress.getLoopbackAddress(), 2);

  @TempDir Path folder;

  private static String end(String name) {
    return name.startsWith("r")
        ? "0200000A:%04X".formatted(Integer.parseInt(name.substring(1)))
        : "0100007F:%04X".formatted(Integer.parseInt(name));
  }

  private SocketList list(String sockets) throws IOException {
    List<String> lines =
        new ArrayList<>(List.of("sl local rem st tx tr retrnsmt uid timeout inode"));
    lines.add("0: 0100007F:0009 00000000:0000 0A 0:0 00:0 0 0 0 1");
    for (String socket : sockets.split(" ", -1)) {
      String[] numbered = socket.split("#", -1);
      String[] inState = numbered[0].split(":", -1);
      String[] ends = inState[0].split(">", -1);
      String inode = numbered.length > 1 ? numbered[1] : "5";
      String state = inState.length > 1 ? inState[1] : "01";
      lines.add(
          "1: %s %s %s 0:0 00:0 0 0 0 %s".formatted(end(ends[0]), end(ends[1]), state, inode));
    }
    return SocketList.read(Files.write(folder.resolve("list"), lines).toString());
  }

  private Boolean isRewritten(String former, String last) throws IOException {
    return isRewritten("2>9 9>2", former, last, false);
  }

  private Boolean isRewritten(String first, String former, String last, boolean redirectable)
      throws IOException {
    return new ListenerConnections(list(first), list(former), list(last), ASKED, redirectable)
        .isRewritten(ASKED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2>9 9>2",
        "2>9 9>2 3>9 9>3",
        "2>9 9>2 9>r4", // from another host
        "2>9 9>2 9>4:08", // its client has closed, and may be gone
        "2>9 9>2 4>9:02", // connecting
        "2>9 9>2 4>8", // of another listener
        "2>9 9>2 9>9", // connected to itself
        "2>9 9>2 2>8 8>2", // a port may be used for another connection,
        "2>9 9>2 2>r8", // also to another host
        "2>9 9>2#0" // its server's program does not have it yet
      })
  void aConnectionWithBothEndsIsWhatItSeems(String sockets) throws Exception {
    assertEquals(Boolean.FALSE, isRewritten(sockets, sockets));
  }

  /** What it asked for may be what the kernel has turned into the listener. */
  @ParameterizedTest
  @ValueSource(strings = {"2>9 9>2 2>r8", "2>9 9>2 2>8 8>2"})
  void aPortOfTwoConnectionsIsDoubtfulUnlessTheKernelSaysOtherwise(String sockets)
      throws Exception {
    assertNull(isRewritten("2>9 9>2", sockets, sockets, true));
    assertEquals(Boolean.FALSE, isRewritten("2>9 9>2", sockets, sockets, false));
  }

  /** It may be another connection's, whose server the lists have passed by. */
  @Test
  void aClientThatHasJustComeIsDoubtful() throws Exception {
    assertNull(isRewritten("9>2", "2>9 9>2", "2>9 9>2", false));
  }

  @Test
  void connectionsThatComeOrGoDoNoHarm() throws Exception {
    assertEquals(Boolean.FALSE, isRewritten("2>9 9>2 3>9", "2>9 9>2 9>4"));
  }

  @Test
  void anEndWithoutItsClientIsOfARewrittenConnection() throws Exception {
    assertEquals(Boolean.TRUE, isRewritten("9>2", "9>2 3>9 9>3"));
  }

  /** In each the client from port 2 may be that of a connection whose server sees another port. */
  @ParameterizedTest
  @CsvSource({
    "2>9 9>2 9>3, 2>9 9>2 9>3", // which has no client,
    "2>9 9>2 9>3 3>9 9>4 4>9 9>5, 2>9 9>2 9>3 3>9 9>4", // nor, at last, has one of the next two,
    "2>9#6 9>2 9>3, 2>9#7 9>2 9>4", // though that has come anew,
    "2>9 9>2, 2>9:08 9>2", // and perhaps its server is closed,
    "2>9:02 9>2, 2>9 9>2 9>3", // or was not there;
    "2>9 9>2 7>9, 2>9 9>2 7>9", // or a client has no server that is,
    "2>9 9>2 9>7:03, 2>9 9>2 9>7:03", // or a server that is not quite open has none,
    "2>9 9>2 7>9:04, 2>9 9>2 7>9:04", // or a client that is closing;
    "2>9 9>2 2>8, 2>9 9>2 2>8", // or what was redirected has the port
    "2>9 9>2 9>3 3>9 6>2, 2>9 9>2 9>3 3>9 6>2", // at either end.
    "9>2 3>9 9>3, 2>9 9>2 3>9 9>3" // Or the client came after its server.
  })
  void doubtRemainsWhereAnEndIsMissing(String former, String last) throws Exception {
    assertNull(isRewritten(former, last));
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void readsTheKernelsList(String address) throws Exception {
    InetAddress here = InetAddress.getByName(address);
    try (ServerSocket listener = new ServerSocket()) {
      boolean bound = true;
      try {
        listener.bind(new InetSocketAddress(here, 0));
      } catch (IOException e) {
        bound = false;
      }
      Needed.require(bound, "no address " + address);
      try (Socket client = new Socket(here, listener.getLocalPort());
          Socket accepted = listener.accept()) {
        FourTuple ends = new FourTuple(here, accepted.getLocalPort(), here, accepted.getPort());
        SocketList list = SocketList.read();
        assertTrue(list.has(ends) && list.has(ends.mirrored()));
        assertFalse(list.has(new FourTuple(here, accepted.getPort(), here, client.getLocalPort())));
        assertEquals(
            Boolean.FALSE,
            new ListenerConnections(list, list, SocketList.read(), ends, false).isRewritten(ends));
      }
    }
  }
}
