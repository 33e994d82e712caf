package jfs.contract;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What Linux knows of this process, by its {@code /proc}. See {@code proc(5)}. */
public final class Kernel {

  private static final String LISTENING = "0A";

  /** ESTABLISHED and CLOSE_WAIT. */
  private static final Set<String> OPEN = Set.of("01", "08");

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
    String[] fields = tcpSocket(port, 0);
    String queues = fields.length > 0 && fields[3].equals(LISTENING) ? fields[4] : ":0";
    return Integer.parseInt(queues.substring(queues.indexOf(':') + 1), 16);
  }

  /** Whether the kernel has an end of a connection from this port to that one: a reset ends it. */
  static boolean hasConnection(int localPort, int remotePort) throws IOException {
    return tcpSocket(localPort, remotePort).length > 0;
  }

  /** Whether the kernel has it, and this end was neither closed nor half-closed. */
  static boolean isOpen(int localPort, int remotePort) throws IOException {
    String[] fields = tcpSocket(localPort, remotePort);
    return fields.length > 0 && OPEN.contains(fields[3]);
  }

  /**
   * A TCP socket, as {@code sl local_address rem_address st tx_queue:rx_queue ...}; nothing if
   * there is none. There may be thousands, most of them of connections that are over.
   */
  private static String[] tcpSocket(int localPort, int remotePort) throws IOException {
    String local = ":%04X ".formatted(localPort);
    String remote = ":%04X ".formatted(remotePort);
    for (String table : List.of("tcp6", "tcp")) {
      for (String line : Files.readAllLines(Path.of("/proc/self/net", table))) {
        int at = line.indexOf(local);
        if (at >= 0 && line.indexOf(remote, at + local.length()) >= 0) {
          return line.strip().split("\\s+", -1);
        }
      }
    }
    return new String[0];
  }
}
