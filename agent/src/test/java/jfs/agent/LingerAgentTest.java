package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import jfs.agent.programs.Lingering;
import jfs.core.stats.ConnectionReport;
import jfs.shm.control.StatusClient;
import org.junit.jupiter.api.Test;

/** A socket that lingers in close holds its locks all the while. */
class LingerAgentTest {

  @Test
  void othersArePairedAndStatusIsToldMeanwhile() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "no shared memory over the channel carrier");
    try (RendezvousFolder meeting = new RendezvousFolder();
        ServerSocketChannel peer = ServerSocketChannel.open()) {
      peer.setOption(StandardSocketOptions.SO_RCVBUF, 2048);
      peer.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (RunningJvm jvm =
              ChildJvm.of(Lingering.class, peer.socket().getLocalPort())
                  .with(meeting.flag())
                  .withAgent("shm=eager")
                  .start();
          SocketChannel accepted = peer.accept()) {
        jvm.expect("closing");
        SwitchedConnections.await("shm", meeting, 2, () -> talk(jvm));
        String name = meeting.socketOf(jvm.pid());
        try (StatusClient client = StatusClient.of(meeting.path(), name)) {
          List<String> lingering =
              client.connections().stream()
                  .filter(connection -> connection.state().equals("closing"))
                  .map(ConnectionReport::local)
                  .toList();
          assertEquals(List.of(text(accepted)), lingering);
        }
        talk(jvm);
      }
    }
  }

  /** Sends bytes, and checks that the close has not come to its end. */
  private static void talk(RunningJvm jvm) throws IOException {
    jvm.send("");
    jvm.expect("exact");
  }

  private static String text(SocketChannel accepted) throws IOException {
    InetSocketAddress address = (InetSocketAddress) accepted.getRemoteAddress();
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }
}
