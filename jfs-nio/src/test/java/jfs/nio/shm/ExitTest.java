package jfs.nio.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jfs.nio.ChildJvm;
import org.junit.jupiter.api.Test;

class ExitTest {

  @Test
  void aJvmThatExitsNeedNotWaitForTheExchange() throws Exception {
    assertEquals("ok", ChildJvm.run(Exiting.class, List.of()));
  }

  @Test
  void norForOneThatIsThereForVisitorsAlone() throws Exception {
    assertEquals("ok", ChildJvm.run(Exiting.class, List.of(), "present"));
  }
}
