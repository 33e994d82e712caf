package jfs.shm.control;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import jfs.core.config.Log;
import jfs.core.transport.FourTuple;

/**
 * Has one JVM of a rendezvous directory at a time ask for marks on connections of the same ports.
 * Were there two, with connections of equal addresses, each could take the mark that the other has
 * asked for. The locks are on bytes of one file, fcntl(2), and the kernel takes them from a JVM
 * that ends. Used by the manager's thread alone.
 */
final class ProofLocks {

  private final Presence presence;

  /** Open while there are locks: to close it gives them all up. */
  private FileChannel file;

  private int held;

  ProofLocks(Presence presence) {
    this.presence = presence;
  }

  /** The lock for a connection; null if another proof has it, here or in another JVM. */
  FileLock take(FourTuple ends) {
    FileLock lock = null;
    try {
      if (file == null) {
        file = FileChannel.open(presence.place().proofLocks(), CREATE, WRITE, NOFOLLOW_LINKS);
      }
      lock = file.tryLock(place(ends), 1, false);
    } catch (OverlappingFileLockException e) {
      // Another connection of this JVM has the same ports.
    } catch (IOException | RuntimeException e) {
      Log.debug("no proof", e);
    }
    if (lock != null) {
      held++;
    }
    closeIfUnused();
    return lock;
  }

  /** The same byte for both ends. */
  private static long place(FourTuple ends) {
    int some = ends.localPort();
    int other = ends.remotePort();
    return (long) Math.min(some, other) << Short.SIZE | Math.max(some, other);
  }

  /** Gives a lock up. */
  void giveBack(FileLock lock) {
    try {
      lock.release();
    } catch (IOException e) {
      Log.debug("not unlocked", e);
    }
    held--;
    closeIfUnused();
  }

  private void closeIfUnused() {
    FileChannel unused = held == 0 ? file : null;
    if (unused != null) {
      file = null;
      try {
        unused.close();
      } catch (IOException e) {
        Log.debug("not closed", e);
      }
    }
  }
}
