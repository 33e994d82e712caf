package jfs.agent.programs.serial;

import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;

/**
 * Writes messages into a stream and resets it after each: a large one, then small ones. Prints
 * whether the stream's table of handles, of which a reset clears all chains, has many of them. It
 * needs the package {@code java.io} to be open.
 */
public final class ResetStreams {

  private static final int LARGE = 40_000;
  private static final int SMALL = 3;
  private static final int MANY = 1000;

  private ResetStreams() {}

  public static void main(String[] arguments) throws Exception {
    ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream());
    for (int objects : new int[] {SMALL, LARGE, SMALL, SMALL, SMALL, LARGE, LARGE}) {
      Object[] message = new Object[objects];
      for (int i = 0; i < objects; i++) {
        message[i] = new Shapes.Node();
      }
      out.writeObject(message);
      System.out.println(objects + (chains(out) > MANY ? " many" : " few"));
      out.reset();
    }
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
