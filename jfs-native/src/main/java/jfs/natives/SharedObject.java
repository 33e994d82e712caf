package jfs.natives;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** What a native library's file looks like from outside; see {@code elf(5)}. */
final class SharedObject {

  private static final byte[] MAGIC = {0x7f, 'E', 'L', 'F'};

  private SharedObject() {}

  /**
   * Refuses a file that cannot be a native library.
   *
   * @throws IOException if it cannot be read or does not begin like one
   */
  static void require(File file) throws IOException {
    if (!file.isAbsolute()) {
      throw new IOException("not an absolute path");
    }
    byte[] start;
    try (InputStream in = new FileInputStream(file)) {
      start = in.readNBytes(MAGIC.length);
    }
    if (!Arrays.equals(start, MAGIC)) {
      throw new IOException("not a shared library");
    }
  }
}
