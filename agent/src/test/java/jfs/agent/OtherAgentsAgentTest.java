package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.tools.attach.VirtualMachine;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import jfs.agent.others.LinkingAgent;
import jfs.agent.others.ListeningAgent;
import jfs.agent.others.RetransformingAgent;
import jfs.agent.programs.Hello;
import jfs.agent.programs.Openness;
import jfs.agent.programs.SocketsBeforeAgent;
import jfs.agent.programs.Storm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;

/** Other agents change the classes that JFS changes: before it and after it, at load and later. */
@Timeout(OtherAgentsAgentTest.MOST_SECONDS)
class OtherAgentsAgentTest {

  /** Enough for some JVMs in turn, and retransformations that stop all threads again and again. */
  static final int MOST_SECONDS = 600;

  private static final int ROUNDS = 8;
  private static final int MOST_MICROS = 150;
  private static final int STEP_MICROS = 2;

  @TempDir Path folder;

  private ChildJvm jvm(Class<?> program, Object... arguments) {
    String path =
        String.join(
            File.pathSeparator,
            Agent.locationOf(program).toString(),
            Agent.locationOf(ClassReader.class).toString());
    return ChildJvm.of(program, arguments)
        .withClassPath(path)
        .with("-XX:+EnableDynamicAgentLoading");
  }

  private interface Meanwhile {
    void on(VirtualMachine jvm) throws Exception;
  }

  private static Exit run(ChildJvm jvm, Meanwhile meanwhile) throws Exception {
    try (RunningJvm running = jvm.start()) {
      String line = running.readLine();
      StringBuilder before = new StringBuilder();
      while (!line.equals("ready")) {
        before.append(line).append('\n');
        line = running.readLine();
      }
      VirtualMachine attached = VirtualMachine.attach(running.pid());
      try {
        meanwhile.on(attached);
      } finally {
        attached.detach();
      }
      running.send("go on");
      Exit exit = running.waitForExit().assertOk();
      return new Exit(exit.code(), before + exit.out(), exit.err());
    }
  }

  private void other(VirtualMachine jvm, String how) throws Exception {
    jvm.loadAgent(OtherAgent.jar(RetransformingAgent.class, folder).toString(), how);
  }

  private static void jfs(VirtualMachine jvm, Path summary) throws Exception {
    jvm.loadAgent(Agent.jar().toString(), Agent.options("summary=" + summary));
  }

  /**
   * With assertions and verification in the JDK: the classes must stay valid after another agent's
   * change.
   */
  private ChildJvm veteran() {
    return jvm(SocketsBeforeAgent.class)
        .with("-esa", "-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal");
  }

  @ParameterizedTest
  @ValueSource(strings = {"alone", "each", "same", "probes", "originals"})
  void otherComesWhileJfsIsThere(String how) throws Exception {
    Path summary = folder.resolve("summary");
    Exit without = run(veteran(), jvm -> {});
    Exit with = run(veteran().withAgent("summary=" + summary), jvm -> other(jvm, how));
    assertEquals(without, with);
    ParsedSummary.in(summary).assertConnections(6, 6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"alone", "same", "probes", "originals"})
  void otherComesAfterJfsToARunningProgram(String how) throws Exception {
    Path summary = folder.resolve("summary");
    Exit without = run(veteran(), jvm -> {});
    Exit with =
        run(
            veteran(),
            jvm -> {
              jfs(jvm, summary);
              other(jvm, how);
            });
    assertEquals(without, with);
    ParsedSummary.in(summary).assertConnections(3, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"same", "probes", "originals"})
  void otherWasThereBeforeJfsCame(String how) throws Exception {
    Path summary = folder.resolve("summary");
    Exit without = run(veteran(), jvm -> {});
    Exit late =
        run(
            veteran(),
            jvm -> {
              other(jvm, how);
              jfs(jvm, summary);
              other(jvm, "alone");
            });
    assertEquals(without, late);
    ParsedSummary.in(summary).assertConnections(3, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"same", "probes", "originals"})
  void otherIsGivenBeforeJfs(String how) throws Exception {
    Path summary = folder.resolve("summary");
    Exit without = run(veteran(), jvm -> {});
    String flag = OtherAgent.flag(RetransformingAgent.class, folder, how);
    Exit with =
        run(veteran().with(flag).withAgent("summary=" + summary), jvm -> other(jvm, "alone"));
    assertEquals(without, with);
    ParsedSummary.in(summary).assertConnections(6, 6);
  }

  /** The JDK's changed classes call JFS's, which must be there whenever they are. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/net/SocketImpl",
        "java/net/JfsSockets",
        "java/net/JfsPlatformSocketImpl",
        "sun/nio/ch/NioSocketImpl",
        "java/net/ServerSocket"
      })
  void otherAcceptsWhileJfsComes(String loaded) throws Exception {
    String flag = OtherAgent.flag(ListeningAgent.class, folder, loaded);
    Exit exit = jvm(Hello.class).with(flag).withAgent().run().assertOk().assertQuiet();
    assertEquals(List.of("accepted: 42", "hello"), exit.out().lines().sorted().toList(), exit::out);
  }

  /** The argument covers the moments of the time that JFS takes. */
  @Test
  @Tag("full")
  void otherLinksAClassWhileJfsChangesIt() throws Exception {
    for (int micros = 0; micros < MOST_MICROS; micros += STEP_MICROS) {
      String flag = OtherAgent.flag(LinkingAgent.class, folder, Integer.toString(micros));
      Exit exit = jvm(Hello.class).with(flag).withAgent().run().assertOk().assertQuiet();
      assertEquals("hello\n", exit.out());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyClassOfTheNetIsRetransformedAllTheTime(boolean fromTheStart) throws Exception {
    ChildJvm storm = jvm(Storm.class, ROUNDS).withTime(30);
    Exit exit =
        run(
            fromTheStart ? storm.withAgent() : storm,
            jvm -> {
              if (!fromTheStart) {
                jfs(jvm, folder.resolve("summary"));
              }
              other(jvm, "storm");
            });
    assertEquals("true\nno connection failed\n", exit.out(), exit::err);
    exit.assertQuiet();
  }

  @Test
  void nothingIsOpenToTheProgramThatWasNot() throws Exception {
    Exit without = run(jvm(Openness.class), jvm -> {});
    assertEquals(without, run(jvm(Openness.class).withAgent(), jvm -> {}));
    assertEquals(without, run(jvm(Openness.class), jvm -> jfs(jvm, folder.resolve("summary"))));
  }
}
