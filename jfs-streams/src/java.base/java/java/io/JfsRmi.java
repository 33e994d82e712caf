package java.io;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * RMI's streams replace remote objects by their stubs, and ask for every object that is written
 * whether to. JFS knows the answer for objects that are not remote, as long as no subclass gives
 * another one.
 */
final class JfsRmi {

  private static final String STREAM = "sun.rmi.server.MarshalOutputStream";
  private static final String REMOTE = "java.rmi.Remote";

  private static final ClassValue<Boolean> REPLACES_REMOTE_ALONE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return declaresReplacing(type);
        }
      };

  private JfsRmi() {}

  /** Whether a class of streams replaces only objects that are remote, as RMI's own does. */
  static boolean replacesRemoteAlone(Class<?> stream) {
    return REPLACES_REMOTE_ALONE.get(stream);
  }

  private static boolean declaresReplacing(Class<?> stream) {
    try {
      for (Class<?> c = stream; c != ObjectOutputStream.class; c = c.getSuperclass()) {
        if (c.getName().equals(STREAM)) {
          return "java.rmi".equals(c.getModule().getName());
        }
        try {
          c.getDeclaredMethod("replaceObject", Object.class);
          return false;
        } catch (NoSuchMethodException e) {
          // It may be inherited.
        }
      }
      return false;
    } catch (LinkageError | RuntimeException e) { // or a class loader that has ended
      return false;
    }
  }

  /** Whether objects of a class are remote. Looks at each interface once, on however many ways. */
  static boolean isRemote(Class<?> type) {
    Set<Class<?>> seen = new HashSet<>();
    ArrayDeque<Class<?>> next = new ArrayDeque<>();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      next.add(c);
    }
    while (!next.isEmpty()) {
      Class<?> c = next.remove();
      if (c.getName().equals(REMOTE)) {
        return true;
      }
      if (seen.add(c)) {
        next.addAll(Arrays.asList(c.getInterfaces()));
      }
    }
    return false;
  }
}
