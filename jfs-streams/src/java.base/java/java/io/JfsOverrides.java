package java.io;

import java.lang.reflect.Method;

/**
 * Whether a program's class of object streams overrides the methods by which classes of the JDK's
 * write and read themselves: then these have to be called.
 */
final class JfsOverrides {

  private static final String[] NAMES = {
    "defaultWriteObject",
    "putFields",
    "writeFields",
    "writeLong",
    "defaultReadObject",
    "readFields",
    "readLong"
  };

  private static final ClassValue<Boolean> HAS_NONE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return declaresNone(type);
        }
      };

  private JfsOverrides() {}

  /** Has this class initialized: a program may have no stack for that when it first needs it. */
  static void prepare() {}

  /**
   * Whether none is overridden.
   *
   * @param own the JDK's class
   */
  static boolean hasNone(Class<?> stream, Class<?> own) {
    for (Class<?> c = stream; c != own; c = c.getSuperclass()) {
      if (!HAS_NONE.get(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean declaresNone(Class<?> stream) {
    try {
      for (Method method : stream.getDeclaredMethods()) {
        for (String name : NAMES) {
          if (method.getName().equals(name)) {
            return false;
          }
        }
      }
      return true;
    } catch (LinkageError | RuntimeException e) { // or a class loader that has ended
      return false;
    }
  }
}
