package jfs.contract;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What Linux knows of this process, by its {@code /proc}. See {@code proc(5)}. */
public final class Kernel {

  private static final String LISTENING = "0A";

  /** The number of futex(2). */
  private static final int FUTEX = System.getProperty("os.arch").equals("aarch64") ? 98 : 202;

  private Kernel() {}

  /**
   * Whether a platform thread sleeps in the kernel. A thread in native code does not necessarily
   * wait: it may be about to enter the kernel, and may then miss what happens to its socket at that
   * moment. (JDK 17 loses the close of a connect like that.)
   *
   * @param thread must have a unique name of no more than 15 characters, like names in the kernel
   */
  static boolean isAsleep(Thread thread) {
    Path task = task(thread);
    return task != null && read(task.resolve("stat")).contains("(" + thread.getName() + ") S ");
  }

  /**
   * Whether a thread sleeps in futex(2). The JVM holds up threads there that come back from the
   * kernel while it looks at their stacks. False where the kernel does not say.
   */
  static boolean isInFutex(Thread thread) {
    Path task = task(thread);
    return task != null && read(task.resolve("syscall")).startsWith(FUTEX + " ");
  }

  private static Path task(Thread thread) {
    File[] tasks = new File("/proc/self/task").listFiles();
    if (tasks == null) {
      throw new IllegalStateException("no /proc");
    }
    for (File task : tasks) {
      if (read(task.toPath().resolve("stat")).contains("(" + thread.getName() + ")")) {
        return task.toPath();
      }
    }
    return null;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return ""; // that thread has ended meanwhile
    }
  }

  /** How many connections wait to be accepted from the listener at this port. */
  public static int acceptQueue(int port) throws IOException {
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/self/net", table))) {
        // sl local_address rem_address st tx_queue:rx_queue ...
        String[] fields = line.strip().split("\\s+", -1);
        if (fields[3].equals(LISTENING) && fields[1].endsWith(":%04X".formatted(port))) {
          return Integer.parseInt(fields[4].substring(fields[4].indexOf(':') + 1), 16);
        }
      }
    }
    return 0;
  }
}
