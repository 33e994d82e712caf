package jfs.core.stats;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Passes on the ends of connections that JFS only counted, to an observer if there is one. Any
 * thread may call.
 */
public final class PlainEnds {

  private static volatile Consumer<Supplier<ConnectionReport>> observer;

  private PlainEnds() {}

  /** Has an observer told from now on; it must not throw, nor block. */
  public static void observe(Consumer<Supplier<ConnectionReport>> newObserver) {
    observer = newObserver;
  }

  /** Whether anybody is told. */
  public static boolean areObserved() {
    return observer != null;
  }

  /** Such a connection has ended, of which a report can be made. */
  public static void tell(Supplier<ConnectionReport> connection) {
    ConnectionStats.tell(observer, connection);
  }
}
