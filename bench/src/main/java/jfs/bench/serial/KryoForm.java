package jfs.bench.serial;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import java.io.InputStream;
import java.io.OutputStream;
import org.objenesis.strategy.StdInstantiatorStrategy;

/** Kryo, for classes that it was not told of, with references, as the JDK has them. */
final class KryoForm implements SerialForm {

  private final Kryo kryo = new Kryo();
  private final Output output = new Output(4096);
  private final Input input = new Input(4096);

  KryoForm() {
    kryo.setRegistrationRequired(false);
    kryo.setReferences(true);
    kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
  }

  @Override
  public void write(Object graph, OutputStream out) {
    output.setOutputStream(out);
    kryo.writeClassAndObject(output, graph);
    output.flush();
  }

  @Override
  public Object read(InputStream in) {
    input.setInputStream(in);
    return kryo.readClassAndObject(input);
  }
}
