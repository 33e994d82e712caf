package jfs.bench.serial;

import jfs.bench.child.Bootstrap;
import jfs.bench.child.End;
import jfs.bench.child.Server;

/**
 * The programs on object streams. Arguments: {@code server NAME}, for an end that does nothing, or
 * {@code client NAME PORT}. The property {@code jfs.bench.form} names the {@link SerialForm}.
 */
public final class SerialMain implements Bootstrap.Family {

  private static final String FORM = "jfs.bench.form";

  /** No port: nobody is to connect. */
  private static final int NONE = 1;

  private SerialMain() {}

  public static void main(String[] args) {
    Bootstrap.run(new SerialMain(), args);
  }

  @Override
  public End open(String[] words) {
    return words[0].equals("server")
        ? Server.at(NONE)
        : new SerialClient(form(System.getProperty(FORM, "jdk")));
  }

  private static SerialForm form(String name) {
    return switch (name) {
      case "jdk" -> new JdkForm();
      case "kryo" -> new KryoForm();
      case "fory" -> new ForyForm();
      case "hessian" -> new HessianForm();
      default -> throw new IllegalArgumentException("no such form: " + name);
    };
  }
}
