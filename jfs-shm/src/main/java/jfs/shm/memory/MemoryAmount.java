package jfs.shm.memory;

import java.util.Locale;

/** Amounts of memory, for people. */
final class MemoryAmount {

  private MemoryAmount() {}

  /** An amount in MiB, or from 1 GiB on in GiB. */
  static String words(long bytes) {
    return bytes < 1L << 30
        ? (bytes >> 20) + " MiB"
        : String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }
}
