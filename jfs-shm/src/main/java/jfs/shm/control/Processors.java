package jfs.shm.control;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import jfs.core.config.Log;

/**
 * The processors that a process may run on, in the list format of cpuset(7), such as {@code 0-3,8}.
 *
 * <p>Two JVMs that share a single processor must not poll for each other; two that have one each
 * may. A JVM cannot tell these cases apart by its own list.
 */
record Processors(String list) {

  private static final String KEY = "Cpus_allowed_list:";
  private static final int MOST = 1 << 16;

  /** The processors of this process, as it was started; empty if unknown. */
  static Processors current() {
    // Read through a stream: a channel may need direct memory, which the program may have used up.
    try (BufferedReader status =
        new BufferedReader(
            new InputStreamReader(
                new FileInputStream("/proc/self/status"), StandardCharsets.UTF_8))) {
      for (String line = status.readLine(); line != null; line = status.readLine()) {
        if (line.startsWith(KEY)) {
          return new Processors(line.substring(KEY.length()).strip());
        }
      }
    } catch (IOException e) {
      Log.debug("processors not known", e);
    }
    return new Processors("");
  }

  /**
   * Whether threads of this JVM may poll for those of another one.
   *
   * @param other the processors of the other JVM
   * @param available how many processors this JVM counts for itself: fewer than it may run on if a
   *     quota or {@code -XX:ActiveProcessorCount} limits it
   */
  boolean mayPollFor(Processors other, int available) {
    BitSet both = set();
    // A thread that polls uses up the only share of a processor that this JVM's other threads have.
    // A JVM that is pinned to one processor is different: its share is all of that processor, and
    // the other JVM may have another one.
    boolean limited = available == 1 && both.cardinality() != 1;
    both.or(other.set());
    return !limited && both.cardinality() > 1;
  }

  private BitSet set() {
    BitSet set = new BitSet();
    try {
      int from = 0;
      while (from < list.length()) {
        int comma = list.indexOf(',', from);
        int to = comma < 0 ? list.length() : comma;
        int dash = list.indexOf('-', from);
        boolean range = dash >= 0 && dash < to;
        int first = Integer.parseInt(list, from, range ? dash : to, 10);
        int last = range ? Integer.parseInt(list, dash + 1, to, 10) : first;
        if (first < 0 || last < first || last >= MOST) {
          return new BitSet();
        }
        set.set(first, last + 1);
        from = to + 1;
      }
    } catch (NumberFormatException e) {
      return new BitSet();
    }
    return set;
  }
}
