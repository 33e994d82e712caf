package jfs.core.rules;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jfs.core.config.Log;

/** A file of rules. For one thread at a time. */
final class RulesFile {

  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_COMPLAINTS = 10;

  private final Path path;

  /** What the file looked like when it was last read; null if it was not there. */
  private State state;

  /** Why it could not be read when that was last tried; empty if it could. */
  private String failure = "";

  private record State(long size, Object time, Object key) {}

  RulesFile(Path path) {
    this.path = path;
  }

  /** Whether the file is there, and looks otherwise than when it was last read. */
  boolean hasChanged() {
    State now = look();
    return now != null && !now.equals(state);
  }

  private State look() {
    try {
      BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
      return new State(file.size(), file.lastModifiedTime(), file.fileKey());
    } catch (IOException | SecurityException e) {
      return null;
    }
  }

  /**
   * Reads the rules, in their order.
   *
   * @param complaints gets a line for each that is none, which is left out, and for a file that
   *     cannot be read, for the same cause once
   * @return null if it cannot be read
   */
  List<Rule> read(Consumer<String> complaints) {
    State seen = look(); // before it is read: what changes meanwhile is read again
    try {
      // Bytes of any other encoding are wrong in names alone.
      String text = new String(bytes(), StandardCharsets.UTF_8).replaceFirst("^\uFEFF", "");
      state = seen;
      failure = "";
      return rules(text, complaints);
    } catch (IOException | SecurityException e) {
      state = null; // it is tried again
      String why = Log.describe(e);
      if (!why.equals(failure)) {
        failure = why;
        complaints.accept("no rules from " + path + ": " + why);
      }
      return null;
    }
  }

  private List<Rule> rules(String text, Consumer<String> complaints) {
    List<Rule> rules = new ArrayList<>();
    int number = 0;
    int wrong = 0;
    for (String line : text.split("\r\n|\r|\n", -1)) {
      number++;
      String place = path + ":" + number;
      try {
        Rule rule = Rule.parse(line, place);
        if (rule != null) {
          rules.add(rule);
        }
      } catch (IllegalArgumentException e) {
        wrong++;
        if (wrong <= MOST_COMPLAINTS) {
          complaints.accept(
              place + ": ignored: " + Excerpt.quoted(line.strip()) + ": " + e.getMessage());
        }
      }
    }
    if (wrong > MOST_COMPLAINTS) {
      int more = wrong - MOST_COMPLAINTS;
      complaints.accept(path + ": " + more + " more lines are ignored: is it a file of rules?");
    }
    return rules;
  }

  private byte[] bytes() throws IOException {
    if (!Files.isRegularFile(path)) {
      // To open a pipe may take for ever.
      throw new IOException(Files.notExists(path) ? "it is not there" : "it is not a regular file");
    }
    // Not by Files, which reads through a channel: a channel loads the library of the network, and
    // that looks at java.net.preferIPv4Stack, which the program may set when it begins.
    try (FileInputStream in = new FileInputStream(path.toFile())) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("it has more than " + MOST_BYTES + " bytes");
      }
      return bytes;
    }
  }
}
