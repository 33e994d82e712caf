package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.rmi.registry.LocateRegistry;
import java.util.List;
import jfs.agent.demo.DemoService;
import org.junit.jupiter.api.Test;

/** What a user sees who has the jar and a Java, and nothing else. */
class DemoAgentTest extends AskedJvms {

  /** Even where a variable has every JVM start with the agent: this one, but none of the demo's. */
  @Test
  void comparesCallsWithAndWithoutJfs() throws Exception {
    Exit exit =
        ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "demo")
            .withEnvironment(
                "JAVA_TOOL_OPTIONS", Agent.flag("log=info,enabled=true") + " -Xlog:safepoint")
            .withEnvironment("JFS_ENABLED", "false") // which the demo overrides
            .run()
            .assertOk();
    assertEquals(1, exit.err().lines().filter(l -> l.contains("installed")).count(), exit::err);
    // The JVMs' own lines are there, too.
    List<String> said = exit.out().lines().filter(line -> !line.startsWith("[")).toList();
    assertEquals(4, said.size(), exit::out);
    for (String line : said.subList(1, 3)) {
      assertTrue(
          line.matches(
              "A call .* took \\d+(\\.\\d+)? microseconds without JFS,"
                  + " and \\d+(\\.\\d+)? with it: \\d+\\.\\d times as fast\\."),
          line);
    }
    assertEquals("With JFS, the bytes of the calls went through shared memory.", said.get(3));
  }

  /** RMI ends a JVM whose exported objects are all collected. */
  @Test
  void aServerWithAPortServesOn() throws Exception {
    int port = FreePort.find();
    ChildJvm program =
        ChildJvm.ofTool(
            "java", "-cp", Agent.jar().toString(), "jfs.agent.demo.DemoServer", "" + port);
    try (RunningJvm server = program.start()) {
      server.expect("" + port);
      server.expect("ready");
      for (int i = 0; i < 3; i++) {
        ChildJvm.ofTool("jcmd", server.pid(), "GC.run").run().assertOk();
      }
      DemoService demo = (DemoService) LocateRegistry.getRegistry("127.0.0.1", port).lookup("demo");
      assertArrayEquals(new byte[] {7}, demo.echo(new byte[] {7}));
    }
  }

  @Test
  void aJavaWithoutRmiSaysSo() throws Exception {
    ChildJvm tool = ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "demo");
    Exit exit = tool.with("--limit-modules", "java.base,java.instrument").run();
    assertEquals(1, exit.code(), exit::toString);
    assertTrue(exit.assertSaid(1).get(0).contains("no module java.rmi"), exit::err);
  }

  @Test
  void takesNoArguments() throws Exception {
    assertEquals(2, command("demo", "--quick").code());
  }
}
