package jfs.core.transport;

import java.io.IOException;

/**
 * The TCP connection beneath a transport. Through it the peer wakes the transport, and the
 * transport learns that the peer is gone; and TCP has the last word on how the connection ends.
 * After the switch TCP carries no data, unless the transport returns a direction to it.
 *
 * <p>Threads: {@link #read} is for the thread that is in {@link TransportReceiver#receive} or
 * {@link Transport#awaitEnd}, and {@link #write} for the one in {@link TransportSender#send}, or
 * for another that may ring in its place. Any thread may call the rest.
 */
public interface Anchor {

  /** A timeout, for selectable channels alone: does not wait. */
  int NO_WAIT = -1;

  /**
   * Reads what comes, blocking until something does.
   *
   * @param timeoutMillis 0 waits for ever
   * @return how many bytes; -1 at the end; 0 with {@link #NO_WAIT} if there are none now
   * @throws java.net.SocketTimeoutException after {@code timeoutMillis}
   * @throws java.net.SocketException if TCP was reset, or this end was closed
   * @throws java.io.InterruptedIOException if a virtual thread is interrupted
   */
  int read(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException;

  /**
   * Reads doorbells that are there, also while this end closes.
   *
   * @return how many bytes; -1 at the end; 0 if none is there
   */
  default int readNow(byte[] bytes) throws IOException {
    return available() > 0 ? read(bytes, 0, bytes.length, 0) : 0;
  }

  /**
   * Waits for doorbells that are due, and reads them, also while this end closes.
   *
   * @param millis how long to wait, more than 0
   * @return how many bytes; -1 at the end; 0 or an exception of {@link #read} if none came
   */
  default int readDue(byte[] bytes, int millis) throws IOException {
    return read(bytes, 0, bytes.length, millis);
  }

  /**
   * How many bytes of the stream had come from TCP when the program's read that is under way there
   * began; negative if there is none. That read may be blocked, and may not know of the transport
   * or of the peer's switch. The reader writes this, and then looks for both. A thread that
   * installs a transport, or that notes the peer's switch, writes that and then looks here. All of
   * that is volatile, so at least one of the two threads sees what the other wrote. Any thread may
   * call.
   */
  long readsAt();

  /** How many bytes can be read without blocking. */
  int available() throws IOException;

  /**
   * Writes, blocking until the kernel has taken everything: doorbells, or bytes of a direction that
   * returns to TCP. Only in a direction that has left TCP, since before that they would be data.
   */
  void write(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Writes as much as the kernel takes now, for selectable channels alone.
   *
   * @return how many bytes
   */
  default int tryWrite(byte[] bytes, int offset, int length) throws IOException {
    throw new UnsupportedOperationException("a socket's writes wait");
  }

  /**
   * Has the selectors of this end, if it has any, look at it: something has changed of which TCP
   * does not tell. Any thread may call.
   */
  default void changed() {}

  /** Ends the sending direction of TCP: half-closes it. Takes a lock of the socket. */
  void shutdownOutput() throws IOException;

  /**
   * Makes TCP end with a reset when it is closed. The transport has broken, and a reader of TCP at
   * the other end must not take TCP's end for that of the stream.
   */
  void resetAtClose();

  /**
   * Closes TCP, for a program that has forgotten its socket. Nobody could be told of an error, so
   * the log gets it.
   */
  void close();
}
