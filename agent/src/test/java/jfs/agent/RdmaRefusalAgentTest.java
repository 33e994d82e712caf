package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * If RDMA is not available, connections go by TCP, for a reason each, and nothing is lost. In the
 * lab alone: it changes the host's network and devices.
 */
@EnabledIfSystemProperty(named = "jfs.test.address", matches = ".+")
class RdmaRefusalAgentTest {

  private static final int CONNECTIONS = 3;
  private static final String RDMA = "shm=off,rdma=eager";

  @TempDir Path folder;

  /** The reasons at the server and at the client. */
  private record Reasons(Map<String, Long> server, Map<String, Long> client) {}

  private static Map<String, Long> all(String reason) {
    return Map.of(reason, (long) CONNECTIONS);
  }

  private ChildJvm withAgent(ChildJvm jvm, String name, String options) {
    return jvm.withLibrary("any").withAgent(options + ",log=debug,summary=" + folder.resolve(name));
  }

  /**
   * Has the client talk to the server until it says for this reason that all stay on TCP; an end
   * without an agent has no reasons.
   */
  private Reasons talk(
      String reason, UnaryOperator<ChildJvm> ofServer, UnaryOperator<ChildJvm> ofClient)
      throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    try (RunningJvm server = ofServer.apply(ChildJvm.of(EchoServer.class)).start();
        RunningJvm client =
            ofClient.apply(ChildJvm.of(EchoClient.class, server.readLine())).start()) {
      try {
        client.send(String.valueOf(CONNECTIONS));
        client.expect("exact");
        while (timesSaid(client, reason) < CONNECTIONS) {
          client.send("0");
          client.expect("exact");
        }
      } catch (AssertionError e) {
        e.addSuppressed(new AssertionError("the server: " + server.errSoFar()));
        throw e;
      }
      client.waitForExit().assertOk();
      server.waitForExit().assertOk();
    }
    return new Reasons(reasons("server"), reasons("client"));
  }

  private static long timesSaid(RunningJvm jvm, String reason) {
    return jvm.errSoFar().lines().filter(line -> line.endsWith(": " + reason)).count();
  }

  private Map<String, Long> reasons(String name) throws Exception {
    Path file = folder.resolve(name);
    return Files.exists(file) ? ParsedSummary.in(file).reasons() : Map.of();
  }

  private UnaryOperator<ChildJvm> both(String name, UnaryOperator<ChildJvm> how) {
    return jvm -> how.apply(withAgent(jvm, name, RDMA));
  }

  private Reasons talk(String reason, UnaryOperator<ChildJvm> both) throws Exception {
    return talk(reason, both("server", both), both("client", both));
  }

  @Test
  void peerHasNoJfs() throws Exception {
    assertEquals(
        new Reasons(Map.of(), all("no-peer")),
        talk("no-peer", jvm -> jvm, jvm -> withAgent(jvm, "client", RDMA)));
  }

  @Test
  void peerDoesNotWantRdma() throws Exception {
    Reasons reasons =
        talk(
            "no-peer",
            jvm -> withAgent(jvm, "server", "shm=off,rdma=off"),
            jvm -> withAgent(jvm, "client", RDMA));
    assertEquals(all("no-peer"), reasons.client());
  }

  @Test
  void keysDiffer() throws Exception {
    Path one = Files.writeString(folder.resolve("one"), "a key of the cluster, long enough\n");
    Path other = Files.writeString(folder.resolve("other"), "another one, which is as long\n");
    for (Path key : new Path[] {one, other}) {
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }
    UnaryOperator<ChildJvm> server = both("server", jvm -> jvm.with("-Djfs.rdma_key=" + one));
    assertWrongKey(
        talk("wrong-key", server, both("client", jvm -> jvm.with("-Djfs.rdma_key=" + other))));
    Files.delete(folder.resolve("server"));
    Files.delete(folder.resolve("client"));
    assertWrongKey(talk("wrong-key", server, both("client", jvm -> jvm)));
  }

  /** The client asks only now and then; the server never knows of the other connections. */
  private static void assertWrongKey(Reasons reasons) {
    assertEquals(all("wrong-key"), reasons.client());
    assertTrue(reasons.server().containsKey("wrong-key"), reasons::toString);
    assertTrue(Set.of("wrong-key", "unpaired").containsAll(reasons.server().keySet()));
  }

  @Test
  void noLibrary() throws Exception {
    String hide =
        "for lib in $(ldconfig -p | sed -n \"s/.*libibverbs.so.1.*=> //p\"); do"
            + " mount --bind /dev/null \"$(readlink -f $lib)\"; done";
    Reasons reasons = talk("no-rdma-library", jvm -> jvm.withShell(HostCommands.inNew("-m", hide)));
    assertEquals(new Reasons(all("no-rdma-library"), all("no-rdma-library")), reasons);
  }

  @Test
  void noManager() throws Exception {
    String hide = "mount --bind /dev/null /dev/infiniband/rdma_cm";
    Reasons reasons = talk("no-rdma-manager", jvm -> jvm.withShell(HostCommands.inNew("-m", hide)));
    assertEquals(new Reasons(all("no-rdma-manager"), all("no-rdma-manager")), reasons);
  }

  /** To a network namespace, between addresses that no device has. */
  @Test
  void noDevice() throws Exception {
    try (Cable cable = new Cable()) {
      Reasons reasons =
          talk(
              "no-rdma-device",
              both("server", jvm -> cable.withServer(jvm)),
              both("client", jvm -> cable.toServer(jvm)));
      assertEquals(all("no-rdma-device"), reasons.client());
    }
  }

  /** From an address that a device has, to one that it does not get to. */
  @Test
  void noRoute() throws Exception {
    try (Cable cable = new Cable()) {
      cable.comeFrom("10.9.0.1");
      Reasons reasons =
          talk(
              "no-rdma-route",
              both("server", jvm -> cable.withServer(jvm)),
              both("client", jvm -> cable.toServer(jvm)));
      assertEquals(all("no-rdma-route"), reasons.client());
    }
  }

  @Test
  void tooLittleMayBeLocked() throws Exception {
    assertTrue(HostCommands.succeeds("sh", "-c", "chmod 666 /dev/infiniband/*"));
    String user = "ulimit -l 64; exec setpriv --reuid 65534 --clear-groups \"$@\"";
    Reasons reasons = talk("no-pinned-memory", jvm -> jvm.withShell(user));
    assertEquals(all("no-pinned-memory"), reasons.client());
  }

  /** A network namespace with a server's address, 10.7.0.2, at the end of a veth pair. */
  private static final class Cable implements AutoCloseable {
    private static final String NAMESPACE = "jfs-test";
    private static final String SERVER = "10.7.0.2";

    Cable() throws Exception {
      boolean made =
          HostCommands.succeeds(
              "sh",
              "-ec",
              "ip netns add jfs-test; ip link add jt0 type veth peer name jt1 netns jfs-test;"
                  + " ip addr add 10.7.0.1/24 dev jt0; ip link set jt0 up;"
                  + " ip -n jfs-test addr add 10.7.0.2/24 dev jt1; ip -n jfs-test link set jt1 up;"
                  + " ip -n jfs-test route add default via 10.7.0.1");
      if (!made) {
        HostCommands.succeeds("ip", "netns", "del", NAMESPACE); // the first steps may have worked
      }
      assertTrue(made, "no namespace with a cable to it");
    }

    void comeFrom(String address) throws Exception {
      assertTrue(HostCommands.succeeds("ip", "route", "add", SERVER, "dev", "jt0", "src", address));
    }

    ChildJvm withServer(ChildJvm jvm) {
      return toServer(jvm).withShell("exec ip netns exec " + NAMESPACE + " \"$@\"");
    }

    ChildJvm toServer(ChildJvm jvm) {
      return jvm.with("-Dserver.address=" + SERVER);
    }

    @Override
    public void close() throws Exception {
      assertTrue(HostCommands.succeeds("ip", "netns", "del", NAMESPACE));
    }
  }
}
