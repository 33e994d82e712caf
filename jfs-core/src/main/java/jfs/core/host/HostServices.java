package jfs.core.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import jfs.core.runtime.Services;
import jfs.core.transport.FourTuple;

/**
 * Memory without a name, descriptors that travel, and the kernel's word on who is who. Found by
 * {@link Services}; there is none without the native library. Any thread may call; nothing blocks
 * for another process.
 */
public interface HostServices {

  /** Whether it works here; asked once. */
  boolean isAvailable();

  /**
   * Makes a file in memory that has no name and can't be cut short; memfd_create(2).
   *
   * @return its descriptor, to be {@link #close closed} by the caller
   */
  int createMemory(long size) throws IOException;

  /** Gives a range of it its pages, so that touching them can't fail; fallocate(2). */
  void fill(int memory, long offset, long length) throws IOException;

  /** Takes the pages of a range back. */
  void drain(int memory, long offset, long length) throws IOException;

  /**
   * Lets go of a shared mapping: it keeps no pages of its file any more. The buffer is memory of
   * zeros then, of this process alone, so a thread that comes to it too late does no harm.
   *
   * @param mapping all that was mapped, and not a slice
   */
  void letGo(MappedByteBuffer mapping) throws IOException;

  /** Checks that a descriptor is of a file as {@link #createMemory} makes, and of this size. */
  void checkMemory(int memory, long size) throws IOException;

  /** Closes a descriptor. */
  void close(int descriptor);

  /**
   * Sends bytes, and a descriptor with the first of them, over an AF_UNIX stream socket; unix(7).
   *
   * @param bytes direct; its position moves
   * @return whether the socket took any
   */
  boolean send(int socket, ByteBuffer bytes, int descriptor) throws IOException;

  /**
   * Receives what is there, and a descriptor if one came with it.
   *
   * @param bytes direct; its position moves
   * @param descriptor its first element is set to the descriptor, or to -1
   * @return how many bytes, 0 if there are none now, -1 at the end
   */
  int receive(int socket, ByteBuffer bytes, int[] descriptor) throws IOException;

  /** The user at the other end of an AF_UNIX socket, or -1. */
  long peerUser(int socket);

  /** The kernel's number of a socket, which no other one ever gets; 0 if it can't be had. */
  long cookie(int socket);

  /**
   * The number of the TCP socket with these addresses, as it sees them.
   *
   * @return 0 if there is none
   * @throws IOException if the kernel does not say
   */
  long find(FourTuple ends) throws IOException;

  /** Sends a byte of 0 on a socket if it has room for it; never blocks, and tells nothing. */
  void sendByte(int descriptor);

  /**
   * Ends a TCP socket's receiving for this end alone, so that who sleeps in it returns, and has
   * writes fail that the peer takes nothing of for a second; sends nothing. tcp(7),
   * TCP_USER_TIMEOUT.
   */
  void hangUp(int descriptor);

  /**
   * Whether the kernel has ended a TCP connection: for a reset, for keep-alive probes or bytes that
   * the peer's kernel has not acknowledged, or after both ends closed. False for what is no TCP.
   */
  boolean isOver(int socket);

  /**
   * Takes the error, an errno value, that the kernel keeps for the thread that uses a socket next;
   * socket(7), SO_ERROR. No thread is told of it after that.
   *
   * @return 0 if there is none
   */
  int takeError(int socket);

  /** How the kernel probes the peer of a TCP socket; null if that can't be told. */
  KeepAlive keepAlive(int socket);

  /** Has the kernel probe it so. */
  void keepAlive(int socket, KeepAlive wanted);

  /** The one to use, or null. */
  static HostServices installed() {
    return InstalledServices.SERVICES;
  }
}
