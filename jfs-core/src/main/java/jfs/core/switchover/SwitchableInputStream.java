package jfs.core.switchover;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import jfs.core.runtime.Privileges;

/** The receiving direction, as the stream that the application gets. */
public final class SwitchableInputStream extends InputStream {

  /** The socket: the stream keeps it from being collected. */
  private final Object owner;

  private final DeferredSocket connection;

  /** The stream of a connection. */
  public SwitchableInputStream(Object owner, DeferredSocket connection) {
    this.owner = Objects.requireNonNull(owner);
    this.connection = connection;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) > 0 ? one[0] & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (offset < 0 || length < 0 || length > bytes.length - offset) {
      Objects.checkFromIndexSize(offset, length, bytes.length); // it throws
    }
    if (length == 0) {
      return 0;
    }
    return Privileges.areNeeded()
        ? Privileges.use(() -> connection.read(bytes, offset, length))
        : connection.read(bytes, offset, length);
  }

  @Override
  public int available() throws IOException {
    return connection.available();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  @Override
  public String toString() {
    return "input of " + owner;
  }
}
