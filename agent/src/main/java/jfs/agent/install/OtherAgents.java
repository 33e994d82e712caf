package jfs.agent.install;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Whether this JVM was started with agents besides JFS, which may have brought in what JFS looks
 * for. To look through all classes would take each start some time, and {@code -Xcheck:jni} says of
 * the JDK's own code for that that it does wrong.
 */
final class OtherAgents {

  private static final String AGENT = "-javaagent:";

  /** Native agents, and files that may name agents: of the launcher, and of the JVM. */
  private static final List<String> MAY_BE =
      List.of("-agentlib:", "-agentpath:", "@", "-XX:VMOptionsFile=", "-XX:Flags=");

  private static final char END = '\0';

  private static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private OtherAgents() {}

  /** Whether there are, or may be, as far as the command line and the environment show it. */
  static boolean areThere() {
    StringBuilder all = new StringBuilder();
    try (FileInputStream words = new FileInputStream("/proc/self/cmdline")) {
      all.append(new String(words.readAllBytes(), StandardCharsets.ISO_8859_1));
      for (String variable : VARIABLES) {
        String flags = System.getenv(variable);
        append(all, flags == null ? "" : flags);
      }
    } catch (IOException | SecurityException e) {
      return false; // nothing can be seen
    }
    for (String one : MAY_BE) {
      if (all.indexOf(END + one) >= 0) {
        return true;
      }
    }
    int first = all.indexOf(AGENT);
    return first >= 0 && all.indexOf(AGENT, first + 1) >= 0;
  }

  /** Ends each word: the JVM ends them at white space, and takes quotes away. */
  private static void append(StringBuilder all, String flags) {
    all.append(END);
    for (int i = 0; i < flags.length(); i++) {
      char next = flags.charAt(i);
      all.append(Character.isWhitespace(next) || next == '"' || next == '\'' ? END : next);
    }
  }
}
