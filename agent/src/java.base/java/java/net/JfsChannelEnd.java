package java.net;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A channel's connection as JFS has it. The JDK's channel calls this while the JFS agent is
 * installed. Any thread may call.
 */
public interface JfsChannelEnd {

  /** A timeout: does not wait. */
  int NO_WAIT = -1;

  /** What {@link #readByChannel} returns if what came is nothing for the program. */
  int AGAIN = -2;

  /**
   * Reads at least one byte.
   *
   * @param timeoutMillis 0 waits for ever
   * @return how many; -1 at end of file; 0 with {@link #NO_WAIT} if there are none
   */
  int read(ByteBuffer to, int timeoutMillis) throws IOException;

  /**
   * Writes what there is room for, or all if this waits; returns how much. That is not all if the
   * connection ends meanwhile, and not in a {@link #writesParts virtual thread}.
   */
  int write(ByteBuffer from, boolean waits) throws IOException;

  /**
   * Whether this thread is a virtual one. In such a thread a write that waits returns when it has
   * written something and there is no more room.
   */
  boolean writesParts();

  /**
   * Whether a write that is not to wait does not, even if the channel is in blocking mode: not on
   * TCP.
   */
  boolean neverWaits();

  /**
   * A write that has sent a part, of which the program is told, has met this: the next write throws
   * it, or a read at the end of the stream.
   */
  void owes(IOException failure);

  /** Whether a read would do something, given whether the kernel says that TCP is readable. */
  boolean canRead(boolean tcpIsReadable);

  /** Whether a write would do something, given whether the kernel says that TCP is writable. */
  boolean canWrite(boolean tcpIsWritable);

  /**
   * Sees to it that the channel's selectors are told when there is something to read, or room to
   * write: by TCP, or by {@link JfsChannelTcp#changed}; false if the caller must look again.
   *
   * @param eventFd of the only selector, which then looks at the channel after each of its waits:
   *     it may be told of something to read by this; or null
   */
  boolean arm(boolean receiving, boolean sending, JfsChannels.EventFd eventFd);

  /** Takes back what {@link #arm} has asked for, of bytes to read, if that saves anything. */
  void disarm();

  /** Whether what the kernel says of TCP is of no interest for a direction that has left it. */
  boolean leavesTcpAlone(boolean receiving);

  /**
   * Whether all bytes go by TCP, for good. The channel then reads and writes as the JDK does, and
   * calls nothing here but {@link #account}, {@link #due}, the next two methods and {@link #close}.
   */
  boolean isPlain();

  /**
   * Where the channel counts what it reads and writes by itself: it does so if it does not block,
   * until {@link JfsChannelTcp#leavesToJfs}.
   */
  JfsAccount account();

  /** The account has reached what was due. */
  void due() throws IOException;

  /**
   * The channel itself has read this from TCP, and has learned meanwhile that it leaves reads to
   * JFS.
   *
   * @param to with the bytes, from this place on
   * @return how many of these are the program's; {@link #AGAIN} if the caller has to read again
   */
  int readByChannel(ByteBuffer to, int from, int n);

  /** Counts bytes that the channel has read; negative at end of file. */
  void received(long bytes);

  /** Counts bytes that the channel has written. */
  void sent(long bytes);

  /** Whether the bytes of one of these directions have left TCP. */
  boolean isFast(boolean receiving, boolean sending);

  /**
   * A hint: whether {@link #canRead} may have become true, though the kernel has not said that TCP
   * is readable. Takes next to no time.
   */
  boolean mayRead();

  /** How many bytes can be read without waiting. */
  int available() throws IOException;

  /**
   * Sends a byte of urgent data.
   *
   * @param waits for room, if there is none; else that is an exception
   */
  void sendUrgent(int data, boolean waits) throws IOException;

  /** Ends the input. */
  void shutdownInput() throws IOException;

  /** Ends the output. */
  void shutdownOutput() throws IOException;

  /** Closes; calls {@link JfsChannelTcp#end}. */
  void close() throws IOException;

  /** The JDK is about to write to TCP directly: keeps other writers out. */
  void otherWrites() throws IOException;

  /** It has. */
  void otherHasWritten();

  /** The program sets an option. */
  void optionSet(SocketOption<?> option, Object value) throws IOException;

  /** The value of an option for the program, given the kernel's. */
  Object option(SocketOption<?> option, Object kernels);
}
