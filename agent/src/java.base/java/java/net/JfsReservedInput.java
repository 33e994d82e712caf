package java.net;

import java.io.IOException;
import java.io.InputStream;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The receiving direction of a socket in whose connection JFS has a part from the start. If the
 * stack overflows while JFS reads, the JVM lets it come to an end first: else the direction might
 * be left locked, or the peer asleep. A page of the stack is reserved for that, and only classes of
 * the JDK's may have it.
 */
final class JfsReservedInput extends InputStream {

  private final InputStream jfs;

  JfsReservedInput(InputStream jfs) {
    this.jfs = jfs;
  }

  @Override
  @ReservedStackAccess
  public int read() throws IOException {
    return jfs.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return read(jfs, bytes, offset, length);
  }

  @ReservedStackAccess
  static int read(InputStream jfs, byte[] bytes, int offset, int length) throws IOException {
    return jfs.read(bytes, offset, length);
  }

  @Override
  public int available() throws IOException {
    return jfs.available();
  }

  @Override
  @ReservedStackAccess
  public void close() throws IOException {
    jfs.close();
  }

  @Override
  public String toString() {
    return jfs.toString();
  }
}
