package jfs.agent;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import jfs.contract.channel.PeerEnd;
import jfs.contract.channel.Takeover;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.Connections;

/**
 * Has bytes go both ways until both ends of a connection within this JVM, which has the agent, say
 * that they have left TCP; and then once more, since an end says so when one direction has.
 */
public final class ChannelTakeover implements Takeover {

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(20);

  static {
    if (Boolean.getBoolean("jfs.contract.channel.worth")) {
      makeThisJvmWorthIt();
    }
  }

  /**
   * As if pairs had paid in this JVM before: a connection pairs while its bytes go both ways, not
   * at once and not only after seconds.
   */
  private static void makeThisJvmWorthIt() {
    try {
      Class<?> firstPair = Class.forName("jfs.core.switchover.FirstPair");
      Method of = firstPair.getDeclaredMethod("of", boolean.class);
      Method made = firstPair.getDeclaredMethod("made");
      of.setAccessible(true);
      made.setAccessible(true);
      made.invoke(of.invoke(null, true));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("FirstPair is not as it was", e);
    }
  }

  @Override
  public void await(PeerEnd end, PeerEnd peer) throws IOException {
    int here = ((InetSocketAddress) end.localAddress()).getPort();
    int there = ((InetSocketAddress) end.remoteAddress()).getPort();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    boolean done = false;
    while (!done) {
      done = hasLeftTcp(here, there) && hasLeftTcp(there, here);
      roundTrip(end, peer);
      if (System.nanoTime() > deadline) {
        throw new AssertionError("still on TCP: " + end);
      }
    }
  }

  private static boolean hasLeftTcp(int localPort, int remotePort) {
    Connections.ofProcess().learn();
    for (Connections.Live connection : Connections.ofProcess().live()) {
      ConnectionReport report = ConnectionReport.of(connection).orElse(null);
      if (report != null
          && report.local().endsWith(":" + localPort)
          && report.remote().endsWith(":" + remotePort)
          && !report.via().equals("tcp")) {
        return true;
      }
    }
    return false;
  }

  private static void roundTrip(PeerEnd end, PeerEnd peer) throws IOException {
    for (byte i = 0; i < 2; i++) {
      end.send(i);
      byte[] received = peer.receive(1);
      peer.send((byte) ~i);
      byte[] back = end.receive(1);
      if (received[0] != i || back[0] != (byte) ~i) {
        throw new AssertionError("not what was sent: " + end);
      }
    }
  }
}
