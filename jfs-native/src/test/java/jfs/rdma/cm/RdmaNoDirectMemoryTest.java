package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(150)
class RdmaNoDirectMemoryTest {

  @TempDir Path folder;

  /** JFS takes no direct memory from its program, and works when none is left. */
  @Test
  void connectionsAreMadeAndRefusedWithoutAny() throws Exception {
    Path key = Files.writeString(folder.resolve("key"), "a key of this test's");
    assertEquals(
        "through rings\n" + Reason.NOT_FREE,
        OwnJvm.run(
            folder,
            List.of("-XX:MaxDirectMemorySize=1"),
            RdmaNoDirectMemory.class,
            key.toString()));
  }
}
