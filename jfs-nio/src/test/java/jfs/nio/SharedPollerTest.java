package jfs.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import jfs.core.runtime.ServiceThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The JVM can start no thread for a while. */
class SharedPollerTest {

  private final List<Poller> tried = new ArrayList<>();
  private boolean lucky;

  private final SharedPoller shared =
      new SharedPoller() {
        @Override
        void startThread(Poller poller) {
          tried.add(poller);
          if (!lucky) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          ServiceThreads.lasting(poller, "poller of a test").start();
        }
      };

  @AfterEach
  void endThread() throws IOException {
    for (Poller poller : tried) {
      poller.selector().close();
    }
  }

  @Test
  void failsEachCallWhileThereIsNoThreadAndKeepsNoDescriptor() {
    assertThrows(OutOfMemoryError.class, shared::get);
    assertThrows(OutOfMemoryError.class, shared::get);
    assertEquals(2, tried.size());
    tried.forEach(poller -> assertFalse(poller.selector().isOpen()));
  }

  @Test
  void isStartedOnceThereIsAThread() throws IOException {
    assertThrows(OutOfMemoryError.class, shared::get);
    lucky = true;
    Poller poller = shared.get();
    assertTrue(poller.selector().isOpen());
    assertSame(poller, shared.get());
    poller.flush(); // returns only if the thread is there
    assertEquals(2, tried.size());
  }
}
