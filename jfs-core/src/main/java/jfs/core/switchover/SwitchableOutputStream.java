package jfs.core.switchover;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import jfs.core.runtime.Privileges;

/** The sending direction, as the stream that the application gets. */
public final class SwitchableOutputStream extends OutputStream {

  /** The socket: the stream keeps it from being collected. */
  private final Object owner;

  private final DeferredSocket connection;

  /** The stream of a connection. */
  public SwitchableOutputStream(Object owner, DeferredSocket connection) {
    this.owner = Objects.requireNonNull(owner);
    this.connection = connection;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (offset < 0 || length < 0 || length > bytes.length - offset) {
      Objects.checkFromIndexSize(offset, length, bytes.length); // it throws
    }
    if (length == 0) {
      return;
    }
    if (Privileges.areNeeded()) {
      Privileges.use(
          () -> {
            connection.write(bytes, offset, length);
            return null;
          });
    } else {
      connection.write(bytes, offset, length);
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  @Override
  public String toString() {
    return "output of " + owner;
  }
}
