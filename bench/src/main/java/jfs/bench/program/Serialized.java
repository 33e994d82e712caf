package jfs.bench.program;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/** What an argument of an RMI call takes on its way: the user's data and all that goes with it. */
final class Serialized {

  private Serialized() {}

  private static final class Count extends OutputStream {
    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] some, int offset, int length) {
      bytes += length;
    }
  }

  /** As RMI writes it, with a place to load each class from (none). */
  static long bytes(Object argument) throws IOException {
    Count count = new Count();
    ObjectOutputStream out =
        new ObjectOutputStream(count) {
          @Override
          protected void annotateClass(Class<?> type) throws IOException {
            writeObject(null);
          }
        };
    out.writeObject(argument);
    out.flush();
    return count.bytes;
  }
}
