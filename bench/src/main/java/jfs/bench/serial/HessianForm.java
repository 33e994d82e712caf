package jfs.bench.serial;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Hessian 2. */
final class HessianForm implements SerialForm {

  private final SerializerFactory factory = new SerializerFactory();

  @Override
  public void write(Object graph, OutputStream out) throws IOException {
    Hessian2Output stream = new Hessian2Output(out);
    stream.setSerializerFactory(factory);
    stream.writeObject(graph);
    stream.flush();
  }

  @Override
  public Object read(InputStream in) throws IOException {
    Hessian2Input stream = new Hessian2Input(in);
    stream.setSerializerFactory(factory);
    return stream.readObject();
  }
}
