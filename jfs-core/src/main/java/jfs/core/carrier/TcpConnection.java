package jfs.core.carrier;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketException;

/**
 * The TCP connection of one socket or channel, from the moment at which it is made: what JFS needs
 * of it.
 *
 * <p>The operations are those of {@link java.net.SocketImpl}. One reader and one writer may block
 * at once; {@link #close} may come from any thread at any time, more than once, and makes blocked
 * threads throw.
 */
public interface TcpConnection {

  /** Reads from the connection; blocking, SO_TIMEOUT honoured, end of file and reset sticky. */
  InputStream inputStream() throws IOException;

  /** Writes to the connection; a write returns when the kernel has taken every byte. */
  OutputStream outputStream() throws IOException;

  /** The number of bytes that can be read without blocking. */
  int available() throws IOException;

  /** Makes every further read return end of file. */
  void shutdownInput() throws IOException;

  /** Sends FIN after what was written. */
  void shutdownOutput() throws IOException;

  /** Sends one byte of urgent data (RFC 6093). */
  void sendUrgentData(int data) throws IOException;

  /** Closes; idempotent. Never blocks for the peer, save for a lingering socket. */
  void close() throws IOException;

  /** Sets an option of {@link java.net.SocketOptions} by number. */
  void setOption(int option, Object value) throws SocketException;

  /** Returns an option of {@link java.net.SocketOptions} by number. */
  Object getOption(int option) throws SocketException;

  /**
   * Whether the kernel still has the connection: it is neither closed nor reset, even if no read
   * has shown that yet. False if the carrier can't tell; the connection then stays as it is.
   */
  boolean isEstablished();

  /** Whether connections over this kind of carrier may ever switch to a fast transport. */
  default boolean canBeLeft() {
    return true;
  }

  /** The JDK's descriptor object, or null if it is out of reach (the channel carrier). */
  FileDescriptor fileDescriptor();

  /** The peer's address; for a listener the address that it is bound to; stays after close. */
  InetAddress remoteAddress();

  /** The peer's port, 0 until connected; stays after close. */
  int remotePort();

  /** The local port, 0 until bound; stays after close. */
  int localPort();
}
