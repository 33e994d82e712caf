package jfs.core.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Tells whether a thread is virtual. Also loads on JDK 17, which has no virtual threads. */
public final class VirtualThreads {

  /** Null on a JDK without virtual threads; constant, so that the JIT drops the question there. */
  private static final MethodHandle IS_VIRTUAL = find();

  private VirtualThreads() {}

  private static MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Whether a thread is a virtual one. */
  public static boolean isVirtual(Thread thread) {
    return IS_VIRTUAL != null && ask(IS_VIRTUAL, thread);
  }

  static boolean ask(MethodHandle isVirtual, Thread thread) {
    try {
      return (boolean) isVirtual.invokeExact(thread);
    } catch (Error e) {
      throw e; // the JVM links the first call, and may lack the memory
    } catch (Throwable t) {
      // Declared by every method handle; isVirtual itself throws nothing.
      throw new LinkageError(t.getMessage(), t);
    }
  }
}
