package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for something that happens once an object was collected. */
public final class Collected {

  private Collected() {}

  /** Collects until it has happened; fails after a minute. */
  public static void await(BooleanSupplier happened) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!happened.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "something refers to it");
      System.gc();
    }
  }
}
