package java.net;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The receiving direction of a socket in whose connection JFS may get a part: the JDK's, with a
 * count, until then.
 */
final class JfsSocketInput extends InputStream {

  /** A thread reads already, or JFS has the direction. */
  private static final int NOT_READ = -2;

  private final JfsDeferredSocketImpl socket;
  private final JfsPlainConnection connection;
  private final InputStream jdk;

  /** Once JFS has a part. Immutable itself, so any thread may read this without care. */
  private InputStream jfs;

  JfsSocketInput(JfsDeferredSocketImpl socket, JfsPlainConnection connection, InputStream jdk) {
    this.socket = socket;
    this.connection = connection;
    this.jdk = jdk;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) > 0 ? one[0] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    InputStream now = jfs;
    if (now != null) {
      return JfsReservedInput.read(now, bytes, offset, length);
    }
    if (offset < 0 || length < 0 || length > bytes.length - offset) {
      Objects.checkFromIndexSize(offset, length, bytes.length); // it throws
    }
    if (length == 0) {
      return 0;
    }
    int n = readItself(bytes, offset, length);
    return n == NOT_READ ? readElsewhere(bytes, offset, length) : n;
  }

  /** Comes to an end where the stack overflows: JFS may be given the direction in here. */
  @ReservedStackAccess
  private int readItself(byte[] bytes, int offset, int length) throws IOException {
    byte first = bytes[offset];
    long start = 0;
    boolean begun = false;
    int n;
    try {
      begun = connection.beginRead(); // in here: the stack may overflow in the next call
      if (!begun) {
        return NOT_READ;
      }
      start = System.nanoTime();
      n = jdk.read(bytes, offset, length);
    } catch (Throwable t) {
      if (!begun || connection.endRead(0)) {
        throw t;
      }
      return socket.part().readFailed(bytes, offset, length, first, start, t);
    }
    if (!connection.endRead(Math.max(0, n))) {
      return socket.part().readReturned(bytes, offset, length, first, start, n);
    }
    if (n < 0) {
      connection.inputEnded();
    } else if (connection.savesByRead(n)) {
      socket.due();
    }
    if (connection.ended) {
      JfsPlainConnections.leftLate(connection);
    }
    return n;
  }

  /** Another thread reads, or JFS has the direction. */
  private int readElsewhere(byte[] bytes, int offset, int length) throws IOException {
    long pause = JfsPause.FIRST_NANOS;
    while (true) {
      if (connection.isReader()) {
        int n = jdk.read(bytes, offset, length); // which has a lock of its own
        connection.readBeside(Math.max(0, n));
        return n;
      }
      if (socket.give()) {
        jfs = socket.part().impl().getInputStream();
        return JfsReservedInput.read(jfs, bytes, offset, length);
      }
      pause = JfsPause.rest(pause);
      int n = readItself(bytes, offset, length);
      if (n != NOT_READ) {
        return n;
      }
    }
  }

  @Override
  public int available() throws IOException {
    return socket.available();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
