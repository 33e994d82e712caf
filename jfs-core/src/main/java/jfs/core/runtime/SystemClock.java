package jfs.core.runtime;

import java.util.function.LongSupplier;

/**
 * {@link System#nanoTime}. A class, as all that a JVM's first pair hands around: the JVM would make
 * one of each lambda and method reference, which takes a cold JVM longer than to load one.
 */
public final class SystemClock implements LongSupplier {

  public static final SystemClock NANOS = new SystemClock();

  private SystemClock() {}

  @Override
  public long getAsLong() {
    return System.nanoTime();
  }
}
