package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Network namespaces with a bridge between, as containers of one host have them: host 1 has the
 * address 10.77.0.1, and so on. They end with the processes that hold them.
 */
final class BridgedHosts implements AutoCloseable {

  private static final String READY = "ready";

  private final List<Process> holders = new ArrayList<>();

  /** Makes so many hosts, or skips the test where none can be made. */
  BridgedHosts(int hosts) throws IOException, InterruptedException {
    HostCommands.require(
        "unshare",
        "-n",
        "sh",
        "-c",
        "ip link add br0 type bridge && ip link add va type veth peer name vb");
    boolean made = false;
    try {
      String bridge = hold("ip link add br0 type bridge && ip link set br0 up");
      for (int i = 1; i <= hosts; i++) {
        String host = hold("ip link set lo up");
        String port = "p" + i;
        in(
            bridge,
            "ip link add "
                + port
                + " type veth peer name eth0 netns "
                + host
                + " && ip link set "
                + port
                + " master br0 up");
        in(host, "ip addr add " + address(i) + "/24 dev eth0 && ip link set eth0 up");
      }
      made = true;
    } finally {
      if (!made) {
        close();
      }
    }
  }

  static String address(int host) {
    return "10.77.0." + host;
  }

  /** A script that becomes a JVM on a host. */
  String script(int host) {
    return HostCommands.inThoseOf(pid(host), "-n");
  }

  /** Starts a command on a host; it ends with this. */
  Process start(int host, String... command) throws IOException {
    List<String> entered = new ArrayList<>(List.of("nsenter", "-t", pid(host), "-n", "--"));
    entered.addAll(List.of(command));
    Process started =
        new ProcessBuilder(entered)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    holders.add(started);
    return started;
  }

  /** Runs a script on a host. */
  void run(int host, String script) throws IOException, InterruptedException {
    in(pid(host), script);
  }

  private String pid(int host) {
    return Long.toString(holders.get(host).pid());
  }

  private String hold(String setup) throws IOException {
    Process holder =
        new ProcessBuilder(
                "unshare", "-n", "sh", "-c", setup + " && echo " + READY + " && exec sleep 600")
            .start();
    holders.add(holder);
    BufferedReader out = holder.inputReader(StandardCharsets.US_ASCII);
    assertEquals(READY, out.readLine());
    return Long.toString(holder.pid());
  }

  private static void in(String pid, String script) throws IOException, InterruptedException {
    Process run =
        new ProcessBuilder("nsenter", "-t", pid, "-n", "sh", "-c", script)
            .redirectErrorStream(true)
            .start();
    String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(run.waitFor() == 0, () -> script + ": " + said);
  }

  @Override
  public void close() {
    holders.forEach(Process::destroyForcibly);
  }
}
