package jfs.rdma.verbs;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads small files as a whole. Not through a channel, as {@link java.nio.file.Files} does: a
 * channel takes direct memory, of which the program may have left none, and fails in an interrupted
 * thread.
 */
public final class SmallFile {

  /** Far more than what is read here has. */
  private static final int MOST_BYTES = 1 << 16;

  private SmallFile() {}

  /**
   * All of its bytes.
   *
   * @throws IOException also if it is no regular file, or has more than 64 KiB: a user may have
   *     named a pipe that nobody writes to, or a device without an end
   */
  public static byte[] bytes(Path file) throws IOException {
    if (file.toFile().exists() && !file.toFile().isFile()) {
      throw new IOException("it is not a regular file"); // to open a pipe may take for ever
    }
    try (InputStream in = new FileInputStream(file.toFile())) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("it has more than " + MOST_BYTES + " bytes");
      }
      return bytes;
    }
  }

  /** All of its lines. */
  public static List<String> lines(String file) throws IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader in = new BufferedReader(new FileReader(file, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    }
    return lines;
  }
}
