package java.net;

import java.io.IOException;

/**
 * JFS's part of a socket's connection that went by TCP without JFS before. The JDK's operations go
 * to {@link #impl} from then on. A thread that was in TCP at that moment, reading or writing, tells
 * here what came of it; until then its direction is locked for it.
 */
public interface JfsSocketPart {

  /** What does the socket's operations from now on. */
  SocketImpl impl();

  /**
   * Takes over. Nothing that this does may fail.
   *
   * @param received how many bytes the program has got, those of a read under way apart
   * @param reading whether a thread is reading in TCP, and will call {@link #readReturned} or
   *     {@link #readFailed}
   * @param sent how many bytes the program has given, those of a write under way apart
   * @param writing whether a thread is writing in TCP, and will call {@link #wrote} or {@link
   *     #writeFailed}
   */
  void takeOver(
      JfsPlainConnection before, long received, boolean reading, long sent, boolean writing);

  /** What a transport would have saved so far, in microseconds; without bound if there is one. */
  long savedMicros();

  /** A close may take long, as the program has set. */
  void lingers();

  /** The connection has ended before this could take over: it counts no connection. */
  void abandon();

  /** Registers the connection, where that does not wait until it is worth it. */
  void begin() throws IOException;

  /**
   * The read that was under way has returned this.
   *
   * @param first what was in the first place before
   * @param start the value of {@link System#nanoTime} before
   * @return for the program, as {@link java.io.InputStream#read(byte[], int, int)}
   */
  int readReturned(byte[] bytes, int offset, int length, byte first, long start, int n)
      throws IOException;

  /** The read that was under way has failed: goes on elsewhere, or throws what it has met. */
  int readFailed(byte[] bytes, int offset, int length, byte first, long start, Throwable met)
      throws IOException;

  /** The write that was under way has given so many bytes to TCP. */
  void wrote(long n);

  /** The write that was under way has failed; returns what the program is told. */
  IOException writeFailed(IOException met);
}
