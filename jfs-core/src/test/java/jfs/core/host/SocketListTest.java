package jfs.core.host;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import jfs.core.transport.FourTuple;
import jfs.testing.Needed;
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
}
