package java.io;

import java.util.Date;
import jdk.internal.misc.Unsafe;

/** Writes the content of a {@link Date}, as its own method {@code writeObject} does. */
final class JfsDateOutput extends JfsWriteCodec {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  /** A block of one long: two bytes before it. */
  private static final int SIZE = 10;

  @Override
  void write(
      ObjectOutputStream out,
      ObjectOutputStream.BlockDataOutputStream bout,
      JfsOutputState state,
      Object obj)
      throws IOException {
    int at = JfsObjectOutput.room(bout, SIZE);
    byte[] buf = JfsObjectOutput.buf(bout);
    buf[at] = ObjectStreamConstants.TC_BLOCKDATA;
    buf[at + 1] = Long.BYTES;
    UNSAFE.putLongUnaligned(buf, JfsArrays.BYTES + at + 2, ((Date) obj).getTime(), true);
    JfsObjectOutput.putEnd(bout);
  }

  @Override
  boolean agrees() throws IOException {
    return JfsObjectOutput.agrees(this, new Date(0))
        && JfsObjectOutput.agrees(this, new Date(-1))
        && JfsObjectOutput.agrees(this, new Date(Long.MAX_VALUE));
  }
}
