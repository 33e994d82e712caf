package sun.nio.ch;

import java.net.JfsChannelEnd;
import java.net.JfsChannels;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How a thread looks, before a read waits, whether bytes that have left TCP come at once. The
 * thread that starts the read does so where it could tell the program itself. If it could not, a
 * thread of the group does; also now and then if it has, in vain. For one thread at a time: one
 * that comes while another looks, as for the next read, does not look.
 */
final class JfsReadSpin {

  /** Reads that wait without a look after one in vain, at first and at most. */
  private static final int FIRST_PATIENCE = 1;

  private static final int LAST_PATIENCE = 64;

  /** Whether a thread looks. */
  private final AtomicBoolean taken = new AtomicBoolean();

  private JfsChannels.Spin spin;

  /** Whether that brought something the last time. */
  private boolean pays = true;

  private int patience = FIRST_PATIENCE;
  private int skipped;

  /**
   * Whether a thread of the group had better look; asked once for each read that waits. They also
   * try now and then: where no other thread looks, nobody else finds out that it pays again.
   */
  boolean pays() {
    if (!pays && ++skipped > patience) {
      skipped = 0;
      patience = Math.min(patience * 2, LAST_PATIENCE);
      return true;
    }
    return pays;
  }

  /** Looks for a while, if that pays; whether there is something to read. */
  boolean finds(JfsChannelEnd jfs) {
    if (!taken.compareAndSet(false, true)) {
      return false;
    }
    try {
      return findsAlone(jfs);
    } finally {
      taken.set(false);
    }
  }

  private boolean findsAlone(JfsChannelEnd jfs) {
    if (spin == null) {
      spin = JfsChannels.newSpin();
    }
    pays = spin != null && spin.begin() && spins(jfs);
    if (pays) {
      patience = FIRST_PATIENCE;
      skipped = 0;
    } else if (spin != null) {
      spin.sleeps();
    }
    return pays;
  }

  private boolean spins(JfsChannelEnd jfs) {
    boolean found = false;
    try {
      do {
        found = jfs.mayRead();
      } while (!found && spin.goOn(true));
    } finally {
      spin.end(found);
    }
    return found;
  }
}
