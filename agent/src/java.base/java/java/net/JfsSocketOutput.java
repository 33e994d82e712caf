package java.net;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The sending direction of a socket in whose connection JFS may get a part: the JDK's, with a
 * count, until then.
 */
final class JfsSocketOutput extends OutputStream {

  private final JfsDeferredSocketImpl socket;
  private final JfsPlainConnection connection;
  private final OutputStream jdk;

  /** Once JFS has a part. Immutable itself, so any thread may read this without care. */
  private OutputStream jfs;

  JfsSocketOutput(JfsDeferredSocketImpl socket, JfsPlainConnection connection, OutputStream jdk) {
    this.socket = socket;
    this.connection = connection;
    this.jdk = jdk;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    OutputStream now = jfs;
    if (now != null) {
      JfsReservedOutput.write(now, bytes, offset, length);
      return;
    }
    if (offset < 0 || length < 0 || length > bytes.length - offset) {
      Objects.checkFromIndexSize(offset, length, bytes.length); // it throws
    }
    if (length == 0) {
      return;
    }
    if (!writeItself(bytes, offset, length)) {
      writeElsewhere(bytes, offset, length);
    }
  }

  /** False if another thread writes, or JFS has the direction. */
  @ReservedStackAccess
  private boolean writeItself(byte[] bytes, int offset, int length) throws IOException {
    boolean begun = false;
    boolean done = false;
    try {
      begun = connection.beginWrite(); // in here: the stack may overflow in the next call
      if (!begun) {
        return false;
      }
      jdk.write(bytes, offset, length);
      done = true;
    } catch (IOException e) {
      done = true;
      throw failed(e);
    } finally {
      if (begun && !done) {
        failed(null); // an error, which goes on
      }
    }
    if (!connection.endWrite(length)) {
      socket.part().wrote(length + connection.nested());
      return true;
    }
    if (connection.savesByWrite(length)) {
      socket.due();
    }
    if (connection.ended) {
      JfsPlainConnections.leftLate(connection);
    }
    return true;
  }

  private IOException failed(IOException met) {
    connection.writeFailed();
    return connection.endWrite(0) ? met : socket.part().writeFailed(met);
  }

  /** Another thread writes, or JFS has the direction. */
  private void writeElsewhere(byte[] bytes, int offset, int length) throws IOException {
    long pause = JfsPause.FIRST_NANOS;
    while (true) {
      if (connection.isWriter()) {
        jdk.write(bytes, offset, length); // which has a lock of its own
        connection.wroteBeside(length);
        return;
      }
      if (socket.give()) {
        jfs = socket.part().impl().getOutputStream();
        JfsReservedOutput.write(jfs, bytes, offset, length);
        return;
      }
      pause = JfsPause.rest(pause);
      if (writeItself(bytes, offset, length)) {
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
