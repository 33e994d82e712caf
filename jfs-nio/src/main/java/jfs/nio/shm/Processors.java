package jfs.nio.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import jfs.core.config.Log;

/**
 * The processors that a process may run on; the list format of cpuset(7), as {@code 0-3,8}.
 *
 * <p>Two JVMs that share a single processor must not poll for each other, two that have one each
 * may; and neither can tell from its own.
 */
record Processors(String list) {

  private static final String KEY = "Cpus_allowed_list:";
  private static final int MOST = 1 << 16;

  /** This process' own, as it was started; empty if that can't be told. */
  static Processors current() {
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc/self/status"));
      for (String line : lines) {
        if (line.startsWith(KEY)) {
          return new Processors(line.substring(KEY.length()).strip());
        }
      }
    } catch (IOException e) {
      Log.debug("processors not known: " + Log.describe(e));
    }
    return new Processors("");
  }

  /** Whether there is more than one processor for both together. */
  static boolean areSeveral(Processors one, Processors other) {
    BitSet union = one.set();
    union.or(other.set());
    return union.cardinality() > 1;
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
