package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jfs.testing.ForkedMain;
import org.junit.jupiter.api.Test;

class ExitTest {

  @Test
  void aJvmThatExitsNeedNotWaitForTheManager() throws Exception {
    assertEquals("ok", ForkedMain.run(Exiting.class, List.of()));
  }

  @Test
  void norForOneThatIsThereForVisitorsAlone() throws Exception {
    assertEquals("ok", ForkedMain.run(Exiting.class, List.of(), "present"));
  }
}
