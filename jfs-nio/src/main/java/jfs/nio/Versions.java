package jfs.nio;

/** Where the JDK's own sockets differ from release to release. */
final class Versions {

  static final int FEATURE = Runtime.version().feature();

  /** The release in which the JDK's sockets learnt of virtual threads. */
  static final int VIRTUAL_THREADS = 19;

  private Versions() {}
}
