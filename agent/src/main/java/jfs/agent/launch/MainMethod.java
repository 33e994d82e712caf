package jfs.agent.launch;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import jfs.core.config.Log;

/** The {@code main} method of a class, found as the JVM's launcher does (JLS 12.1, JEP 512). */
final class MainMethod {

  private final Method method;

  private MainMethod(Method method) {
    this.method = method;
    method.setAccessible(true);
  }

  /**
   * Finds the method.
   *
   * @throws UsageException if there is no such class, or nothing in it to start
   * @throws CommandException if it cannot be loaded, for want of another one, for example
   */
  static MainMethod of(String className, ClassLoader loader)
      throws UsageException, CommandException {
    try {
      Class<?> program = Class.forName(className.replace('/', '.'), false, loader);
      Method method = find(program, String[].class);
      if (method == null) {
        method = find(program);
      }
      if (method == null) {
        throw new UsageException("no main method in class " + className);
      }
      return new MainMethod(method);
    } catch (ClassNotFoundException e) {
      throw new UsageException("could not find or load main class " + className);
    } catch (LinkageError e) {
      throw new CommandException("cannot load main class " + className + ": " + Log.describe(e));
    }
  }

  /** One that is not private, in the class or above it; before Java 25 it must be static. */
  private static Method find(Class<?> program, Class<?>... parameters) {
    boolean instanceToo = Runtime.version().feature() >= 25;
    for (Class<?> c = program; c != null && c != Object.class; c = c.getSuperclass()) {
      try {
        Method method = c.getDeclaredMethod("main", parameters);
        int modifiers = method.getModifiers();
        if (!Modifier.isPrivate(modifiers) && (Modifier.isStatic(modifiers) || instanceToo)) {
          return method;
        }
      } catch (NoSuchMethodException e) {
        // above, perhaps
      }
    }
    return null;
  }

  /** Calls the method; what it throws comes out as it is. */
  void call(String[] arguments) throws Throwable {
    try {
      Object program = Modifier.isStatic(method.getModifiers()) ? null : instance();
      if (method.getParameterCount() == 0) {
        method.invoke(program);
      } else {
        method.invoke(program, (Object) arguments);
      }
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object instance() throws ReflectiveOperationException {
    Constructor<?> constructor = method.getDeclaringClass().getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
