package jfs.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What two JVMs log of the proofs that their connection is one, with {@code containers=on}. One
 * marks its packets and says so; from then on until the other one says that the mark may be taken
 * off, the other one waits for a marked packet, and after that has its kernel drop all others.
 */
final class ProofLog {

  private static final String MARKED = "debug: MARKED from ";
  private static final String UNMARK = "debug: UNMARK from ";
  private static final int MOST_PASSES = 1000;

  private final Path file;

  /** Is in a folder of its own. */
  ProofLog(Path folder) {
    file = folder.resolve("log");
  }

  /** Options of both JVMs, behind others. */
  String options() {
    return ",log=debug,log_file=" + file;
  }

  /**
   * Has traffic pass until a mark is set, and once more, so that packets without it are dropped.
   * Silent programs then leave that so for 0.2 s. A proof may also be over before it is seen.
   */
  void seekProof(SwitchedConnections.Traffic traffic) throws IOException {
    for (int i = 0; i < MOST_PASSES && !isProofOpen(); i++) {
      traffic.pass();
    }
    traffic.pass();
  }

  /** Whether a mark is set, or was so when a JVM ended. */
  boolean isProofOpen() throws IOException {
    return count(MARKED) > count(UNMARK);
  }

  private int count(String what) throws IOException {
    String log = Files.readString(file);
    int count = 0;
    for (int i = log.indexOf(what); i >= 0; i = log.indexOf(what, i + 1)) {
      count++;
    }
    return count;
  }
}
