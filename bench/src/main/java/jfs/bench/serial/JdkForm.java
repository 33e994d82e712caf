package jfs.bench.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/** The JDK's object streams; with JFS in them, under an agent that has it so. */
final class JdkForm implements SerialForm {

  @Override
  public void write(Object graph, OutputStream out) throws IOException {
    ObjectOutputStream stream = new ObjectOutputStream(out);
    stream.writeObject(graph);
    stream.flush();
  }

  @Override
  public Object read(InputStream in) throws IOException, ClassNotFoundException {
    return new ObjectInputStream(in).readObject();
  }
}
