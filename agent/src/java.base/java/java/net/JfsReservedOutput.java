package java.net;

import java.io.IOException;
import java.io.OutputStream;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The sending direction of a socket in whose connection JFS has a part from the start. It always
 * comes to an end, as {@link JfsReservedInput}.
 */
final class JfsReservedOutput extends OutputStream {

  private final OutputStream jfs;

  JfsReservedOutput(OutputStream jfs) {
    this.jfs = jfs;
  }

  @Override
  @ReservedStackAccess
  public void write(int b) throws IOException {
    jfs.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    write(jfs, bytes, offset, length);
  }

  @ReservedStackAccess
  static void write(OutputStream jfs, byte[] bytes, int offset, int length) throws IOException {
    jfs.write(bytes, offset, length);
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
