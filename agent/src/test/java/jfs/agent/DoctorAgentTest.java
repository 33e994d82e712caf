package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a host, and of what to change there. */
class DoctorAgentTest {

  private static final ChildJvm DOCTOR =
      ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "doctor");

  @TempDir Path base;

  private static void assertSays(String form, ChildJvm doctor) throws Exception {
    Exit exit = doctor.run().assertOk().assertQuiet();
    assertTrue(exit.out().lines().anyMatch(line -> line.matches(form)), exit.out());
  }

  @Test
  void saysWhereJvmsMeetAndWhatRoomThereIs() throws Exception {
    assertSays("Meeting place +/dev/shm/jfs-\\d+, usable.*", DOCTOR);
    assertSays("Shared memory +tmpfs, .* free .*", DOCTOR);
    assertSays("Open files +\\d+ .*|Open files +unlimited.*", DOCTOR);
  }

  @Test
  void saysWhatToChangeWhereJvmsCannotMeet() throws Exception {
    Path folder = base.resolve("missing/place");
    assertSays(
        "Meeting place +" + folder + "/jfs-\\d+, unusable: there is no folder .*shm_dir.*",
        DOCTOR.with("-Djfs.shm_dir=" + folder));
    assertFalse(Files.exists(folder.getParent()));
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
        DOCTOR);
    assertSays("RDMA +none: no-native-library .*", DOCTOR.with("-Djfs.native=off"));
  }

  @Test
  void saysThatFewFilesCanBeOpened() throws Exception {
    assertSays("Open files +256 .*ulimit -n 4096", DOCTOR.withShell("ulimit -n 256; exec \"$@\""));
  }
}
