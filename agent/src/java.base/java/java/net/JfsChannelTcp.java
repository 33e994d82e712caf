package java.net;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The TCP connection of one of the JDK's socket channels, for JFS: the JDK's own operations, which
 * the channel itself no longer offers as they are. Defined in {@code java.net}, since both the
 * JDK's channel and JFS have to know it.
 */
public interface JfsChannelTcp {

  /**
   * Reads as the channel does in its present mode.
   *
   * @param nanos for how long, if the channel blocks; 0 for ever
   * @return how many bytes; -1 at the end; 0 if the channel does not block and there are none
   */
  int read(byte[] bytes, int offset, int length, long nanos) throws IOException;

  /** Reads as the channel does in its present mode. */
  int read(ByteBuffer to) throws IOException;

  /** Writes as the channel does in its present mode, and returns how many bytes. */
  int write(ByteBuffer from) throws IOException;

  /** Writes all, whatever the mode. */
  void write(byte[] bytes, int offset, int length) throws IOException;

  /** Reads what there is, whatever the mode, also while the channel closes. */
  int tryRead(byte[] bytes, int offset, int length) throws IOException;

  /** Writes what the kernel takes now; the channel does not block. */
  int tryWrite(byte[] bytes, int offset, int length) throws IOException;

  /** From now on the channel leaves reads and writes to JFS; one of each may be under way. */
  void leavesToJfs();

  /** Has the channel's selectors look at it. Any thread may call. */
  void changed();

  /** Waits until there is something to read, or for so long; may return early. */
  void awaitReadable(int millis) throws IOException;

  /** How many bytes can be read now. */
  int readable() throws IOException;

  /** Shuts the input down. */
  void endInput() throws IOException;

  /** Shuts the output down. */
  void endOutput() throws IOException;

  /** Sends a byte of urgent data. */
  void sendUrgent(int data) throws IOException;

  /**
   * Whether the JDK closes the descriptor at once, rather than ends the output first because a
   * selector has a key. The kernel then answers unread bytes by a reset in place of an end of file.
   */
  boolean closesAtOnce();

  /** Closes the channel, as the JDK does. */
  void end() throws IOException;

  /** An option of the kernel's socket, also while the channel closes. */
  Object kernelOption(SocketOption<?> option) throws IOException;

  /** Sets an option of the kernel's socket. */
  void kernelOption(SocketOption<?> option, Object value) throws IOException;

  /** Whether urgent data come in line, an option that only the channel's adaptor has. */
  boolean isUrgentInline() throws IOException;

  /** The port of the peer as the kernel says; 0 if the connection is gone. */
  int kernelPeerPort() throws IOException;

  /** The descriptor. */
  FileDescriptor descriptor();

  /** The address of this end. */
  InetSocketAddress local();

  /** The address of the peer. */
  InetSocketAddress remote();
}
