package jfs.rdma.cm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.core.host.HostServices;
import jfs.core.transport.Reason;
import jfs.rdma.verbs.PinnedBudget;
import jfs.rdma.verbs.VerbsInternals;

/**
 * A program that has left no direct memory: {@code -XX:MaxDirectMemorySize=1}. Its JVM's reactors
 * find the files that they read, connect, and refuse all the same.
 */
final class RdmaNoDirectMemory {

  private RdmaNoDirectMemory() {}

  /** The argument is a file that holds a key. */
  public static void main(String[] arguments) throws Exception {
    try {
      ByteBuffer.allocateDirect(2);
      throw new IllegalStateException("there is direct memory");
    } catch (OutOfMemoryError e) {
      // As it is to be.
    }
    if (HostServices.installed() == null) {
      throw new IllegalStateException("no native library");
    }
    if (PinnedBudget.ofProcess() <= 0) {
      throw new IllegalStateException("nothing may be pinned");
    }
    ClusterKey key = ClusterKey.of(Path.of(arguments[0]));
    TwoHosts hosts = new TwoHosts(key, VerbsInternals.ringMemory());
    TestEnd[] ends = hosts.pair();
    byte[] sent = "through rings".getBytes(StandardCharsets.US_ASCII);
    byte[] received = new byte[sent.length];
    ends[0].committed().sender().send(sent, 0, sent.length);
    int count = ends[1].committed().receiver().receive(received, 0, received.length, 20_000);
    System.out.println(new String(received, 0, count, StandardCharsets.US_ASCII));
    System.out.println(refusedLate(hosts));
    System.exit(0);
  }

  /** The server's end stops being free between its acceptance and the client's proof. */
  private static Reason refusedLate(TwoHosts hosts) throws Exception {
    TestEnd[] ends = hosts.newConnection();
    ends[1].freeFor = 2;
    hosts.server().register(ends[1]);
    hosts.ask(ends[0]);
    return ends[0].explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
