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

  private SmallFile() {}

  /** All of its bytes. */
  public static byte[] bytes(Path file) throws IOException {
    try (InputStream in = new FileInputStream(file.toFile())) {
      return in.readAllBytes();
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
