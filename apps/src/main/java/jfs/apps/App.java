package jfs.apps;

/**
 * One process's part of one run of a parallel program. Making one makes its part of the input,
 * which depends on the size and the seed only, and needs no message.
 */
interface App {

  /** Computes, together with all other processes. Once only. */
  void compute();

  /** Adds this process's part of the result. */
  void addTo(Checksum checksum);
}
