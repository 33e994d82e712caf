package jfs.core.config;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Lines on standard error. */
class LogTest {

  private static final int LINES = 20;

  private static final String STREAM = "java.io.FileOutputStream";

  /** How many there are that are not garbage. */
  private static long streams() throws Exception {
    Object histogram =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    for (String line : histogram.toString().split("\n", -1)) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length > 3 && words[3].equals(STREAM)) {
        return Long.parseLong(words[1]);
      }
    }
    return 0;
  }

  /** The JDK remembers each stream that was made of a descriptor. */
  @Test
  void aLineLeavesNothingInMemory() throws Exception {
    long before = streams();
    for (int i = 0; i < LINES; i++) {
      Log.error("a line of a test (" + i + ")");
    }
    long more = streams() - before;
    assertTrue(more < LINES / 2, () -> more + " more streams");
  }

  /** What follows such a line in a handler has to be done, too. */
  @Test
  void aLineThatTheHeapHasNoRoomForIsLeftOut() {
    IOException cause =
        new IOException() {
          @Override
          public String getMessage() {
            throw new OutOfMemoryError("test");
          }
        };
    Log.Level before = level();
    try {
      for (Log.Level level : Log.Level.values()) {
        Log.setLevel(level);
        Log.debug("met", cause);
      }
    } finally {
      Log.setLevel(before);
    }
  }

  private static Log.Level level() {
    Log.Level highest = Log.Level.OFF;
    for (Log.Level level : Log.Level.values()) {
      highest = Log.isEnabled(level) ? level : highest;
    }
    return highest;
  }
}
