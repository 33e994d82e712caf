package jfs.rdma.cm;

import java.util.function.LongSupplier;

/**
 * The numbers by which events name their endpoints and listeners; none is given twice. For the
 * reactor's thread only.
 */
final class Tokens implements LongSupplier {

  private long last;

  @Override
  public long getAsLong() {
    return ++last;
  }
}
