package jfs.natives;

import java.nio.ByteBuffer;

/**
 * The native methods for RDMA verbs: {@code native-src/include/jfs/verbs.h} documents the function
 * behind each. To be called only while {@link NativeLibrary#isLoaded()}. Handles are addresses; a
 * wrong one, or one of a destroyed object, ends the JVM. A negative result is a negated errno
 * value.
 */
public final class VerbsLibrary {

  private VerbsLibrary() {}

  /** Opens libibverbs and librdmacm; a handle. */
  public static native long open();

  /** 0 if a device has the address. */
  public static native int serves(long verbs, byte[] local, int scope);

  /** The devices, one a line: name, link layer, active or not, immediates or not; by blanks. */
  public static native String devices(long verbs);

  /**
   * Waits for an event.
   *
   * @param event of 272 bytes, in native order: kind, error, status and length of data (i32), token
   *     and request (i64), number of the peer's queue pair and length of the addresses (i32), the
   *     local and the remote one (16 bytes each), the data (196 bytes)
   */
  public static native int nextEvent(long verbs, int timeoutMillis, byte[] event);

  /** Ends the wait. */
  public static native void wake(long verbs);

  /** Listens; a handle. */
  public static native long listen(
      long verbs, byte[] local, int scope, int port, int backlog, long token);

  /** Ends listening. */
  public static native void unlisten(long listener);

  /**
   * Begins to connect; a handle.
   *
   * @param settings receive slots, send slots, inline bytes, exponent of the acknowledgement's
   *     timeout, retries, milliseconds to resolve addresses
   */
  public static native long connect(
      long verbs,
      byte[] local,
      int localScope,
      byte[] remote,
      int remoteScope,
      int remotePort,
      int[] settings,
      byte[] data,
      long token);

  /** Accepts a request; a handle. */
  public static native long accept(long request, int[] settings, byte[] data, long token);

  /** Refuses a request. */
  public static native void refuse(long request, byte[] data);

  /**
   * Registers all of a direct buffer; a handle.
   *
   * @param addressAndKey gets its address, and the key for the peer
   */
  public static native long register(
      long connection, ByteBuffer memory, boolean peerWrites, long[] addressAndKey);

  /** Frees the handle of memory that was registered for a connection that is destroyed. */
  public static native void forget(long region);

  /** Writes to the peer's memory; 0. */
  public static native int write(
      long connection, long region, int offset, int length, long remoteAddress, int remoteKey);

  /** Sends a message of 32 bytes, which are copied; 0. */
  public static native int send(long connection, byte[] message);

  /** Asks for a sign of life; 0. */
  public static native int probe(long connection);

  /**
   * Takes what has completed.
   *
   * @param messages of 512 bytes
   * @return bytes in bits 0 to 30, free receive slots in 31 to 42, free send slots in 43 to 54,
   *     messages from bit 55 on; or negated: an errno value in bits 0 to 15, and above it the
   *     status of the completion
   */
  public static native long poll(long connection, byte[] messages);

  /** Whether nothing more can come, once {@link #poll} has failed. */
  public static native boolean drained(long connection);

  /** Whether its device is software. */
  public static native boolean software(long connection);

  /** The device that it is on: a number that no other device has. */
  public static native long device(long connection);

  /** The number of its queue pair, unsigned, as its peer learns it; 0 if it has none. */
  public static native int queuePair(long connection);

  /** Makes the next completion raise an event; 0. */
  public static native int arm(long connection);

  /** Ends the connection and tells the peer. */
  public static native void disconnect(long connection);

  /** Destroys a connection. */
  public static native void destroy(long connection);
}
