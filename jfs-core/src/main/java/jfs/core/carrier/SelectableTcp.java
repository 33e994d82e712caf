package jfs.core.carrier;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The TCP connection of a selectable channel. Its streams block as long as the channel is in
 * blocking mode. What is added here does not, whatever the mode.
 */
public interface SelectableTcp extends TcpConnection {

  /** Reads as the channel does in its present mode: 0 if there is nothing, -1 at the end. */
  int read(ByteBuffer to) throws IOException;

  /** Writes as the channel does in its present mode, and returns how many bytes. */
  int write(ByteBuffer from) throws IOException;

  /**
   * Reads what there is, also while the channel closes.
   *
   * @return how many bytes, 0 if there are none now, -1 at the end
   */
  int tryRead(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Whether {@link #close} sends no end of file before the kernel's reset, if bytes are unread. (A
   * socket's close does.)
   */
  boolean resetsIfUnread();

  /** What the channel does without JFS. */
  OwnTraffic own();

  /**
   * A transport is about to be known, so from now on the channel leaves reads and writes to JFS.
   * One of each may be under way.
   */
  void leavesToJfs();

  /** Has the channel's selectors look at it. */
  void changed();

  /** Waits until there is something to read, but not longer; may return early. */
  void awaitReadable(int millis) throws IOException;

  /** Writes as much as the kernel takes now, and returns how much. */
  int tryWrite(byte[] bytes, int offset, int length) throws IOException;
}
