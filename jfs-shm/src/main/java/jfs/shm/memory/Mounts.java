package jfs.shm.memory;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What kind of file system a folder is on, as the kernel says in /proc/self/mountinfo, proc(5). */
public final class Mounts {

  private static final String TABLE = "/proc/self/mountinfo";

  private Mounts() {}

  /** The type of a folder's file system, such as {@code tmpfs}; {@code unknown} if not listed. */
  public static String type(Path folder) throws IOException {
    // Read through a stream: a channel may need direct memory, which the program may have used up.
    try (BufferedReader table =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(TABLE), StandardCharsets.UTF_8))) {
      return type(table, (Long) Files.getAttribute(folder, "unix:dev"));
    }
  }

  /**
   * The type of a device's file system. Goes by device and not by path: the last mount on a path
   * need not be the one that is visible there.
   */
  static String type(BufferedReader table, long device) throws IOException {
    String number = major(device) + ":" + minor(device);
    for (String line = table.readLine(); line != null; line = table.readLine()) {
      String[] fields = line.split(" ", -1);
      if (fields.length > 2 && fields[2].equals(number)) {
        for (int i = 3; i < fields.length - 1; i++) {
          if (fields[i].equals("-")) {
            return fields[i + 1];
          }
        }
      }
    }
    return "unknown";
  }

  /** As glibc's gnu_dev_major does. */
  private static long major(long device) {
    return (device >>> 8 & 0xfff) | (device >>> 32 & 0xfffff000L);
  }

  private static long minor(long device) {
    return (device & 0xff) | (device >>> 12 & 0xffffff00L);
  }
}
