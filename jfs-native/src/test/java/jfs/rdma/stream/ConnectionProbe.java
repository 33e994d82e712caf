package jfs.rdma.stream;

import java.lang.reflect.Field;

/** Looks into a transport and its connection, for tests of this and of other packages. */
public final class ConnectionProbe {

  /** What a look finds at a connection that has broken before the peer closed. */
  public static final int RESET = LookResult.RESET;

  private ConnectionProbe() {}

  /** The owner of a transport. */
  public static RdmaTransport.Owner owner(RdmaTransport transport) {
    return (RdmaTransport.Owner) field(transport, "owner");
  }

  /** The lock of its connection, so that a test can keep all other threads out for a while. */
  public static Object lock(RdmaTransport transport) {
    return field(transport.connection(), "lock");
  }

  private static RdmaConnectionState state(RdmaTransport transport) {
    return (RdmaConnectionState) field(transport.connection(), "state");
  }

  private static Object field(Object of, String name) {
    try {
      Field field = of.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Whether its reader sleeps. */
  public static boolean isReaderAsleep(RdmaTransport transport) {
    return state(transport).reader().isAsleep();
  }

  /** Whether its writer sleeps. */
  public static boolean isWriterAsleep(RdmaTransport transport) {
    return state(transport).writer().isAsleep();
  }

  /** The peer's flags. */
  public static int receiverFlags(RdmaTransport transport) {
    return state(transport).peer().receiverFlags();
  }

  /** How many bytes it has written to the peer's ring. */
  public static long written(RdmaTransport transport) {
    return state(transport).outflow().position();
  }

  /** Whether a message may be sent; the caller has the lock. */
  public static boolean mayTell(RdmaTransport transport) {
    return state(transport).queuePair().mayTell();
  }

  /** Asks its peer for a sign of life. */
  public static void probe(RdmaTransport transport) {
    synchronized (lock(transport)) {
      state(transport).queuePair().probe();
    }
  }

  /** Looks at TCP as the reactor does every second; returns whether that broke the queue pair. */
  public static boolean watchTcp(RdmaTransport transport) {
    synchronized (lock(transport)) {
      return ((ConnectionUpkeep) field(transport.connection(), "upkeep")).watchTcp();
    }
  }

  /** Whether all that follows from a break has been done. */
  public static boolean isSettled(RdmaTransport transport) {
    synchronized (lock(transport)) {
      return state(transport).isSettled();
    }
  }

  /** Polls until nothing more is there, and returns whether the queue pair has broken. */
  public static boolean isBrokenNow(RdmaTransport transport) {
    synchronized (lock(transport)) {
      state(transport).advanceAll();
      return transport.connection().isBroken();
    }
  }
}
