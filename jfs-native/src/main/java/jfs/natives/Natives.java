package jfs.natives;

import java.nio.ByteBuffer;

/**
 * The native methods in {@code native-src/src/jni}, {@code natives.c} and {@code eventfd.c}. To be
 * called only while {@link NativeLibrary#isLoaded()}; each has a class around it that documents it.
 */
final class Natives {

  /**
   * The version of the contract between this class and the library. To be raised, on both sides,
   * whenever a native method is added, removed or changes its meaning.
   */
  static final int CONTRACT = 13;

  private Natives() {}

  /** The {@link #CONTRACT} that the library was built for. */
  static native int contract();

  /**
   * Fills in a resource's soft limit and hard limit, -1 for none.
   *
   * @return 0, or an errno value and the array is left alone
   */
  static native int resourceLimit(int resource, long[] softAndHard);

  /** The address of a direct buffer's byte 0; 0 if it is not direct. */
  static native long address(ByteBuffer buffer);

  /**
   * Sleeps while the word is {@code expected}; a timeout of 0 or less is none.
   *
   * @return 0, 1 if the time is up, or a negated errno value
   */
  static native int futexWait(long address, int expected, long timeoutNanos);

  /**
   * Wakes up to {@code howMany} sleepers.
   *
   * @return how many it woke, or a negated errno value
   */
  static native int futexWake(long address, int howMany);

  /** Makes a file in memory, sealed; a descriptor or a negated errno value. */
  static native int memoryCreate(long size);

  /** Gives a range of a file its pages; 0 or a negated errno value. */
  static native int memoryAllocate(int descriptor, long offset, long length);

  /** Takes the pages of a range of a file away; 0 or a negated errno value. */
  static native int memoryPunch(int descriptor, long offset, long length);

  /** Puts memory of zeros in the place of a mapping, all of it; 0 or a negated errno value. */
  static native int memoryLetGo(ByteBuffer mapping);

  /**
   * Whether a descriptor is of a file as {@link #memoryCreate} makes; 0 or a negated errno value.
   */
  static native int memoryCheck(int descriptor, long size);

  /** Closes a descriptor; 0 or a negated errno value. */
  static native int close(int descriptor);

  /**
   * Sends bytes of a direct buffer, within its capacity, and a descriptor with them.
   *
   * @return how many bytes were taken, or a negated errno value
   */
  static native int unixSend(int socket, ByteBuffer buffer, int offset, int length, int descriptor);

  /**
   * Receives bytes into a direct buffer, within its capacity, and a descriptor, or -1, or -2 if one
   * came for which this process had no room.
   *
   * @return how many bytes came, 0 at the end of the stream; or a negated errno value and the array
   *     is left alone
   */
  static native int unixReceive(
      int socket, ByteBuffer buffer, int offset, int length, int[] descriptor);

  /**
   * Fills in the user and the process at the other end.
   *
   * @return 0, or a negated errno value and the array is left alone
   */
  static native int unixPeer(int socket, long[] uidAndPid);

  /** The state of a TCP socket, as the kernel numbers them, or a negated errno value. */
  static native int tcpState(int socket);

  /** Whether that is the state of a socket with a peer. */
  static native boolean tcpIsConnected(int state);

  /** Whether the kernel has ended the connection of a TCP socket; false if it is none. */
  static native boolean tcpIsOver(int socket);

  /**
   * 1 if the kernel has redirected a connection to this TCP socket, which was accepted; 0 if not;
   * or a negated errno value.
   */
  static native int tcpIsRedirected(int socket);

  /** Takes the error that the kernel keeps for a socket, 0 if none; or a negated errno value. */
  static native int socketTakeError(int socket);

  /** The socket's number in the kernel, above 0, or a negated errno value. */
  static native long socketCookie(int socket);

  /**
   * Looks for the TCP socket with these addresses, of 4 or 16 bytes each.
   *
   * @return 0, or a negated errno value and the array is left alone
   */
  static native int tcpFind(
      byte[] local,
      int localPort,
      byte[] remote,
      int remotePort,
      int networkInterface,
      long[] cookieUidAndState);

  /**
   * The bytes that one end of a TCP connection has counted.
   *
   * @return 0, or a negated errno value and the array is left alone
   */
  static native int tcpCounts(int socket, long[] sentReceivedAndAcknowledged);

  /**
   * How many packets for a socket the kernel has dropped, modulo 2^32, or a negated errno value.
   */
  static native long tcpDropped(int socket);

  /** Has a TCP socket's packets leave with a mark, or not; 0 or a negated errno value. */
  static native int tcpMark(int socket, long cookie, boolean on);

  /** Has packets without that mark dropped, or not; 0 or a negated errno value. */
  static native int tcpFilter(int socket, long cookie, boolean on);

  /** Sends one byte, a doorbell, if there is room; 0 or a negated errno value. */
  static native int doorbellRing(int descriptor);

  /**
   * Shuts receiving, and sets how long the peer may take no bytes before writes fail; 0 or a
   * negated errno value.
   */
  static native int doorbellHangUp(int descriptor, int timeoutMillis);

  /** Makes an eventfd that does not block; a descriptor or a negated errno value. */
  static native int eventfdCreate();

  /** Adds 1 to an eventfd; 0 or a negated errno value. */
  static native int eventfdSignal(int descriptor);

  /**
   * Whether a descriptor is of an eventfd as {@link #eventfdCreate} makes; 0 or a negated errno
   * value.
   */
  static native int eventfdCheck(int descriptor);

  /**
   * Fills in how a TCP socket's peer is probed: 1 or 0, seconds, seconds, a number of probes.
   *
   * @return 0, or a negated errno value and the array is left alone
   */
  static native int keepAliveGet(int socket, int[] onIdleIntervalAndCount);

  /** Sets the same values; 0 or a negated errno value. */
  static native int keepAliveSet(int socket, boolean on, int idle, int interval, int count);
}
