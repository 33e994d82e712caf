package java.io;

/**
 * Reads single bytes in place of the JDK's {@code PeekInputStream}: from the buffer of the stream
 * beneath, if that is one of the JDK's own, without its lock. As with the JDK, one thread at a time
 * reads; another one may close the stream meanwhile.
 */
final class JfsPeekInput {

  private JfsPeekInput() {}

  /** The next byte, which stays there; -1 at the end. */
  static int peek(ObjectInputStream.PeekInputStream peek) throws IOException {
    int last = peek.peekb;
    if (last < 0) {
      last = read(peek);
      peek.peekb = last;
    }
    return last;
  }

  /** Takes the next byte; -1 at the end. */
  static int read(ObjectInputStream.PeekInputStream peek) throws IOException {
    InputStream in = peek.in;
    if (peek.peekb < 0 && in != null) {
      Class<?> type = in.getClass();
      if (type == BufferedInputStream.class) {
        BufferedInputStream buffered = (BufferedInputStream) in;
        byte[] buf = buffered.buf; // null once another thread has closed it
        int pos = buffered.pos;
        if (buf != null && pos < Math.min(buffered.count, buf.length)) {
          buffered.pos = pos + 1;
          peek.totalBytesRead++;
          return buf[pos] & 0xff;
        }
      } else if (type == ByteArrayInputStream.class) {
        ByteArrayInputStream array = (ByteArrayInputStream) in;
        int pos = array.pos;
        if (pos < array.count) {
          array.pos = pos + 1;
          peek.totalBytesRead++;
          return array.buf[pos] & 0xff;
        }
      }
    }
    return peek.read$jdk();
  }
}
