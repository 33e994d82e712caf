package jfs.agent.programs.serial;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;

/**
 * Writes messages into a stream and resets it after each: large and small ones in turn. Prints
 * whether the stream's table of handles, of which a reset clears all chains, has many of them. It
 * needs the package {@code java.io} to be open.
 */
public final class ResetStreams {

  private static final int LARGE = 40_000;
  private static final int SMALL = 3;
  private static final int SOME = 20;
  private static final int MANY = 1000;

  private ResetStreams() {}

  public static void main(String[] arguments) throws Exception {
    ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream());
    for (int objects : new int[] {SMALL, LARGE, SMALL, SMALL, LARGE}) {
      write(out, objects);
      System.out.println(objects + (chains(out) > MANY ? " many" : " few"));
      out.reset();
    }
    for (int i = 0; i < SOME; i++) {
      write(out, SMALL);
      out.reset();
    }
    System.out.println("at last" + (chains(out) > MANY ? " many" : " few"));
  }

  private static void write(ObjectOutputStream out, int objects) throws IOException {
    Object[] message = new Object[objects];
    for (int i = 0; i < objects; i++) {
      message[i] = new Shapes.Node();
    }
    out.writeObject(message);
  }

  private static int chains(ObjectOutputStream out) throws ReflectiveOperationException {
    Object handles = get(ObjectOutputStream.class, "handles", out);
    return ((int[]) get(handles.getClass(), "spine", handles)).length;
  }

  private static Object get(Class<?> type, String name, Object from)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(from);
  }
}
