package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfs.agent.others.PortAgent;
import jfs.agent.others.SpoilingAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor says about a host, and what to change there. */
class DoctorAgentTest {

  private static final ChildJvm DOCTOR =
      ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "doctor");

  @TempDir Path base;

  private static void assertSays(String form, ChildJvm doctor) throws Exception {
    assertSays(form, doctor.run().assertOk().assertQuiet());
  }

  private static void assertSays(String form, Exit exit) {
    assertTrue(exit.out().lines().anyMatch(line -> line.matches(form)), exit::toString);
  }

  private static void assertCannotBeHad(String form, ChildJvm doctor) throws Exception {
    Exit exit = doctor.run();
    assertEquals(1, exit.code(), exit::toString);
    assertSays(form, exit);
  }

  private static ChildJvm doctor(String... arguments) {
    List<String> command = new ArrayList<>(List.of("-jar", Agent.jar().toString(), "doctor"));
    command.addAll(List.of(arguments));
    return ChildJvm.ofTool("java", command.toArray(new String[0]));
  }

  @Test
  void saysWhereJvmsMeetAndWhatRoomThereIs() throws Exception {
    assertSays("Rendezvous directory +/dev/shm/jfs-\\d+, usable.*", DOCTOR);
    assertSays("Shared memory +tmpfs, .* free .*", DOCTOR);
    assertSays("Open files +\\d+ .*|Open files +unlimited.*", DOCTOR);
  }

  @Test
  void saysWhatToChangeWhereJvmsCannotMeet() throws Exception {
    Path folder = base.resolve("missing/place");
    assertCannotBeHad(
        "Rendezvous directory +cannot be had: "
            + folder
            + "/jfs-\\d+, unusable: there is no folder .*shm_dir.*",
        DOCTOR.with("-Djfs.shm_dir=" + folder));
    assertFalse(Files.exists(folder.getParent()));
  }

  @Test
  void saysThatTheAgentCouldNotBeInstalled() throws Exception {
    assertCannotBeHad(
        "Agent +cannot be had: not installed; .*",
        DOCTOR.with(OtherAgent.flag(SpoilingAgent.class, base, "")));
  }

  /** Without the native library, shared memory is in files on the tmpfs. */
  @Test
  void tmpfsThatIsFullFailsUnlessMemoryComesFromElsewhere() throws Exception {
    Path mounted = Files.createDirectory(base.resolve("small"));
    String mount = "mount -t tmpfs -o size=4m,mode=700 none " + mounted;
    HostCommands.require("unshare", "-m", "sh", "-c", mount);
    String filler = mounted.resolve("filler").toString();
    ChildJvm half =
        DOCTOR
            .with("-Djfs.shm_dir=" + mounted)
            .withShell(HostCommands.inNew("-m", mount + " && head -c 1m /dev/zero > " + filler));
    ChildJvm full =
        DOCTOR
            .with("-Djfs.shm_dir=" + mounted)
            .withShell(HostCommands.inNew("-m", mount + " && head -c 4m /dev/zero > " + filler));
    assertSays("Shared memory +tmpfs, 4 MiB, free 3 MiB: little; .*", half.withLibrary("off"));
    assertCannotBeHad(
        "Shared memory +cannot be had: tmpfs, 4 MiB, free 0 MiB: .*no-memory.*--shm-size.*",
        full.withLibrary("off"));
    assertSays("Shared memory +tmpfs, 4 MiB, free 0 MiB: .*", full.withLibrary("any"));
  }

  @Test
  void saysThatSharedMemoryIsSwitchedOff() throws Exception {
    assertSays("Shared memory +switched off .*", DOCTOR.withEnvironment("JFS_SHM", "off"));
  }

  @Test
  void saysWhatTheNativeLibraryChanges() throws Exception {
    assertSays("Native +.*native=off: all works without it.*", DOCTOR.with("-Djfs.native=off"));
  }

  @Test
  void saysWhichRdmaDevicesThereAre() throws Exception {
    assertSays(
        Medium.isRdma() ? "RDMA +rxb, Ethernet, active" : "RDMA +(none: .+|\\S+, .*active.*)",
        DOCTOR.withLibrary("any"));
    assertSays("RDMA +none: no-native-library .*", DOCTOR.with("-Djfs.native=off"));
  }

  /**
   * If the agent could not load the library: unlike this jar, programs may not load native code.
   */
  @Test
  @EnabledForJreRange(minVersion = 24)
  void nativeAccessIsTheProgramsNotTheDoctors() throws Exception {
    assertSays("Native +.*--enable-native-access=ALL-UNNAMED.*works without it.*", DOCTOR);
    ChildJvm allowed = DOCTOR.with("--enable-native-access=ALL-UNNAMED");
    assertSays("Native +.*threads that wait sleep on the shared memory", allowed);
  }

  @Test
  void whatWasAskedForAndCannotBeHadFails() throws Exception {
    String missing = base.resolve("missing").toString();
    assertCannotBeHad("RDMA +cannot be had: no-native-library.*", doctor("rdma=on", "native=off"));
    assertCannotBeHad(
        "RDMA key +cannot be had: rdma_key=" + missing + " is no key.*",
        DOCTOR.with("-Djfs.rdma_key=" + missing));
    assertCannotBeHad("Native +cannot be had: .*" + missing + ".*", doctor("--native=" + missing));
    assertCannotBeHad("Summary +cannot be had: .*", doctor("summary=" + base));
    assertCannotBeHad("Option +cannot be had: .*loud.*", DOCTOR.withEnvironment("JFS_LOG", "loud"));
    assertCannotBeHad("Carrier +cannot be had: .*", doctor("--carrier=channel", "--shm=eager"));
  }

  /** The doctor's options come first, and then those that the agent has already. */
  @Test
  void judgesTheOptionsWhereTheAgentIsThereAlready() throws Exception {
    String agent = "-javaagent:" + Agent.jar();
    String lacking = "RDMA +cannot be had: no-native-library.*";
    for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
      assertCannotBeHad(lacking, doctor("rdma=on", "native=off").withEnvironment(variable, agent));
    }
    assertCannotBeHad(lacking, doctor("rdma=on").with(agent + "=native=off,rdma=off"));
    Path file = Files.writeString(base.resolve("flags"), agent + "=native=off,rdma=off");
    assertCannotBeHad(lacking, doctor("rdma=on").with("@" + file));
    assertSays("Summary +stderr", doctor().with(agent + "=summary=stderr").run().assertOk());
  }

  /** The agent's options are in a file that a variable names, where the doctor does not look. */
  @Test
  void saysWhichOptionsAnAgentHasOtherwise() throws Exception {
    Path file = Files.writeString(base.resolve("flags"), Agent.flag("shm=off"));
    assertCannotBeHad(
        "Option +cannot be had: shm=on \\(is off\\), by an agent .*",
        doctor("shm=on").withEnvironment("JDK_JAVA_OPTIONS", "@" + file));
  }

  @Test
  void whatIsAskedForOfAnAgentThatIsSwitchedOffFails() throws Exception {
    String why = " +cannot be had: switched off by enabled=false";
    ChildJvm off = doctor("enabled=false");
    assertSays("Agent +switched off by enabled=false", off);
    assertCannotBeHad("RDMA" + why, off.withArguments("rdma=on"));
    assertCannotBeHad("Summary" + why, off.withEnvironment("JFS_SUMMARY", "stderr"));
    assertCannotBeHad("Shared memory" + why, off.with("-Djfs.shm=eager"));
    assertSays("Agent +switched off by enabled=false", off.withArguments("shm=off", "native=off"));
  }

  /** The JVM that the doctor starts could not listen where the doctor's own JVM does. */
  @Test
  void flagsThatOpenPortsAreNoHindrance() throws Exception {
    String debugger = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:";
    String management = "-Dcom.sun.management.jmxremote.";
    assertSays(
        "Agent +installed",
        DOCTOR.with(
            debugger + FreePort.find(),
            management + "port=" + FreePort.find(),
            management + "host=127.0.0.1",
            management + "authenticate=false",
            management + "ssl=false"));
  }

  /** As one that serves figures does: both JVMs would have it listen at one port. */
  @Test
  void anotherAgentThatOpensAPortIsNoHindrance() throws Exception {
    String agent = OtherAgent.flag(PortAgent.class, base, Integer.toString(FreePort.find()));
    Exit exit = DOCTOR.with(agent).run().assertOk();
    assertSays("Agent +installed", exit);
    assertTrue(exit.err().endsWith("without other agents than JFS\n"), exit.err());
  }

  @Test
  void whatWasNotAskedForIsNotMissed() throws Exception {
    assertSays("Carrier +channel: all connections stay on TCP", doctor("carrier=channel"));
    assertSays("Agent +switched off by enabled=false", DOCTOR.with("-Djfs.enabled=false"));
    assertSays("Summary +stderr", doctor("summary=stderr").run().assertOk());
    Path summary = base.resolve("summary");
    assertSays("Summary +" + summary, doctor("summary=" + summary).run().assertOk());
    assertFalse(Files.exists(summary), "the doctor's own connections are nobody's");
  }

  @Test
  void aWrongCommandLineIsOneLine() throws Exception {
    for (String wrong :
        List.of("4711", "--verbose", "shm=perhaps", "colour=red", "--java=", "shm=on,log=off")) {
      Exit exit = doctor(wrong).run();
      assertEquals(2, exit.code(), exit::toString);
      assertEquals("", exit.out());
      assertTrue(exit.assertSaid(1).get(0).startsWith("jfs: error: "), exit.err());
    }
  }

  @Test
  void jsonIsAnObjectALine() throws Exception {
    Exit exit = doctor("--json", "shm=off").run().assertOk().assertQuiet();
    String form = "\\{\"check\":\"[a-z-]+\",\"state\":\"(ok|note|failed)\",\"detail\":\".+\"\\}";
    assertTrue(exit.out().lines().allMatch(line -> line.matches(form)), exit.out());
    assertSays("\\{\"check\":\"shared-memory\",\"state\":\"note\",.*shm=off.*", exit);
    Exit failing = doctor("--json", "native=" + base.resolve("missing")).run();
    assertEquals(1, failing.code());
    assertSays("\\{\"check\":\"native\",\"state\":\"failed\",.*", failing);
  }

  /** Makes a java command of the test's own. */
  private Path java(String script) throws Exception {
    Path java = Files.writeString(base.resolve("java"), "#!/bin/sh\n" + script + "\n");
    assertTrue(java.toFile().setExecutable(true));
    return java;
  }

  @Test
  void judgesAnotherJava() throws Exception {
    Path real = Path.of(System.getProperty("java.home"), "bin", "java");
    Path other = java("exec " + real + " -Djfs.summary=stderr \"$@\"");
    assertSays("Summary +stderr", doctor("--java=" + other).run().assertOk());
    Exit none = doctor("--java=" + base.resolve("missing")).run();
    assertEquals(1, none.code(), none::toString);
    assertTrue(none.assertSaid(1).get(0).startsWith("jfs: error: cannot run "), none.err());
  }

  /** Such as an image that jlink made without java.instrument. */
  @Test
  void javaThatTakesNoAgentIsOneLine() throws Exception {
    Path other = java("echo Module java.instrument not found >&2; exit 1");
    Exit exit = doctor("--java=" + other).run();
    assertEquals(1, exit.code(), exit::toString);
    assertEquals("", exit.out());
    assertEquals(
        "Module java.instrument not found\n"
            + ("jfs: error: "
                + other
                + " cannot run with the agent: exit status 1; what it said, if it did, is above\n"),
        exit.err());
  }

  @Test
  void saysThatFewFilesCanBeOpened() throws Exception {
    assertSays("Open files +256 .*ulimit -n 4096", DOCTOR.withShell("ulimit -n 256; exec \"$@\""));
  }
}
