package jfs.core.transport;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What carries a connection's bytes. Each transport has one object of this class, made when its
 * provider is loaded.
 */
public final class TransportKind {

  /** The most kinds that a JVM can have: sums by kind are arrays of this length. */
  public static final int MOST = 8;

  private static final AtomicInteger COUNT = new AtomicInteger();

  /** The kernel's TCP: where every connection starts, and many stay. */
  public static final TransportKind TCP = new TransportKind("tcp", "TCP", 0);

  private final String label;
  private final String title;
  private final int distance;
  private final int index;

  /**
   * Makes the kind of a transport.
   *
   * @param label the name as users see it: in the log, in the summary, in {@code jfs status}
   * @param title the name in headings
   * @param distance how far it reaches: of the transports that could serve a connection, the one
   *     with the least distance does
   * @throws IllegalStateException if there are {@link #MOST} already
   */
  public TransportKind(String label, String title, int distance) {
    this.label = label;
    this.title = title;
    this.distance = distance;
    index = COUNT.getAndIncrement();
    if (index >= MOST) {
      throw new IllegalStateException("more than " + MOST + " transports");
    }
  }

  /** The name as users see it. */
  public String label() {
    return label;
  }

  /** The name in headings. */
  public String title() {
    return title;
  }

  /** How far it reaches; see the constructor. */
  int distance() {
    return distance;
  }

  /** A number below {@link #MOST}, of this kind alone in this JVM. */
  public int index() {
    return index;
  }

  @Override
  public String toString() {
    return label;
  }
}
