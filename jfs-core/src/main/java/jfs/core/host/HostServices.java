package jfs.core.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import jfs.core.runtime.Services;
import jfs.core.transport.FourTuple;

/**
 * What JFS asks of the kernel through native code: memory without a name, descriptors sent over a
 * socket, the identity of peers, and what becomes of a TCP connection that JFS does not read.
 * {@link Services} finds the implementation; there is none without the native library.
 *
 * <p>Sizes, offsets and lengths are in bytes; descriptors are numbers of this process. An {@link
 * IOException} names the error by which the kernel refused. Any thread may call. No method blocks
 * for another process.
 */
public interface HostServices {

  /** What {@link #receive} sets if a descriptor came for which this process had no room. */
  int NO_ROOM = -2;

  /** Whether the services work here; JFS asks once. */
  boolean isAvailable();

  /**
   * Makes a file in memory that has no name and can't be truncated; memfd_create(2).
   *
   * @return its descriptor, which the caller must {@link #close}
   */
  int createMemory(long size) throws IOException;

  /** Allocates the pages of a range, so that touching them can't fail; fallocate(2). */
  void fill(int memory, long offset, long length) throws IOException;

  /** Gives the pages of a range back to the kernel. */
  void drain(int memory, long offset, long length) throws IOException;

  /**
   * Detaches a shared mapping from its file, so that it keeps none of the file's pages. The buffer
   * is then memory of zeros of this process alone, so a thread that uses it too late does no harm.
   *
   * @param mapping the whole mapping, and not a slice
   */
  void letGo(MappedByteBuffer mapping) throws IOException;

  /**
   * Checks that a descriptor is of a file like those of {@link #createMemory}, and of this size.
   */
  void checkMemory(int memory, long size) throws IOException;

  /** Makes an eventfd that does not block; eventfd(2). The caller must {@link #close} it. */
  int createEventFd() throws IOException;

  /**
   * Checks that a descriptor of a peer is such an eventfd, so that {@link #signal} does not block.
   */
  void checkEventFd(int descriptor) throws IOException;

  /**
   * Adds 1 to an eventfd, which wakes a thread that waits for it with epoll(7), edge-triggered.
   * Never blocks; allocates nothing; reports no failure.
   */
  void signal(int eventFd);

  /** Closes a descriptor. */
  void close(int descriptor);

  /**
   * Sends bytes, and a descriptor with the first of them, over an AF_UNIX stream socket; unix(7).
   *
   * @param bytes direct; its position moves
   * @return whether the socket took any bytes
   */
  boolean send(int socket, ByteBuffer bytes, int descriptor) throws IOException;

  /**
   * Receives what is there, and a descriptor if one came with it.
   *
   * @param bytes direct; its position moves
   * @param descriptor its first element is set to the descriptor, to -1, or to {@link #NO_ROOM} if
   *     one came for which this process had no room
   * @return how many bytes, 0 if there are none now, -1 at the end
   */
  int receive(int socket, ByteBuffer bytes, int[] descriptor) throws IOException;

  /** The id of the user at the other end of an AF_UNIX socket, or -1. */
  long peerUser(int socket);

  /** The kernel's number of a socket, which no other socket ever gets; 0 if it is not known. */
  long cookie(int socket);

  /**
   * The {@link #cookie} of the TCP socket with these addresses, in the view of that socket.
   *
   * @return 0 if there is none
   * @throws IOException if the kernel does not say
   */
  long find(FourTuple ends) throws IOException;

  /** The bytes that one end of a TCP connection has counted; null if the kernel does not tell. */
  TcpCounts counts(int socket);

  /**
   * How many packets for a socket the kernel has dropped, for whatever reason, modulo 2^32; below 0
   * if the kernel does not tell; socket(7), SO_MEMINFO. Allocates nothing.
   */
  long dropped(int socket);

  /**
   * Has all packets of a TCP socket leave with a mark, or without again: with the greatest number
   * of hops (ip(7), IP_TTL).
   *
   * @param cookie of that socket: nothing is done to another one that has its number by now
   * @return whether that is so now
   */
  boolean mark(int socket, long cookie, boolean on);

  /**
   * Has the kernel drop packets for a TCP socket that come without that mark, or none again; their
   * sender sends them again, 0.2 s later or more. Allocates nothing. The caller sees to it that no
   * thread closes the socket before it drops none any more: the kernel would go on.
   *
   * @param cookie as above
   * @return whether that is so now
   */
  boolean filter(int socket, long cookie, boolean on);

  /** Sends a byte of 0 on a socket if it has room; never blocks, and reports no failure. */
  void sendByte(int descriptor);

  /**
   * Shuts down a TCP socket for receiving, at this end alone, so that a thread that sleeps in a
   * read returns. Also makes writes fail if the peer takes none of their bytes for a second;
   * tcp(7), TCP_USER_TIMEOUT. Sends nothing.
   */
  void hangUp(int descriptor);

  /**
   * Whether the kernel has ended a TCP connection: after a reset, because the peer's kernel has not
   * acknowledged keep-alive probes or bytes, or after both ends closed. False for a socket that is
   * not TCP.
   */
  boolean isOver(int socket);

  /**
   * Whether the kernel has redirected to a TCP socket, which was accepted, a connection that the
   * peer had made to another address or port. False where the kernel does not track connections.
   *
   * @return null if it does not say so of this one: it may track it in another zone
   *     (iptables-extensions(8), CT), or not answer for such a socket
   */
  Boolean isRedirected(int accepted);

  /**
   * Takes the error, an errno value, that the kernel keeps for the next use of a socket; socket(7),
   * SO_ERROR. The kernel reports it to no thread after that.
   *
   * @return 0 if there is none
   */
  int takeError(int socket);

  /** How the kernel probes the peer of a TCP socket; null if that is not known. */
  KeepAlive keepAlive(int socket);

  /** Sets how the kernel probes the peer of a TCP socket. */
  void keepAlive(int socket, KeepAlive wanted);

  /** The services to use, or null. */
  static HostServices installed() {
    return InstalledServices.SERVICES;
  }
}
