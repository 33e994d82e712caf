package jfs.core.runtime;

/**
 * Tells an error for want of memory, which passes, from others. The JDK throws some of them as
 * causes: {@code InnerClassLambdaMetafactory} and {@code MethodHandleNatives} wrap whatever they
 * meet while a call is linked in an {@link InternalError} or a {@link BootstrapMethodError}.
 *
 * <p>Allocates nothing. Any thread may call.
 */
public final class LackOfMemory {

  /** Nobody wraps an error more often; and nobody is to hang on causes that form a circle. */
  private static final int DEEPEST = 8;

  private LackOfMemory() {}

  /** Whether this is an {@link OutOfMemoryError}, or was thrown because of one. */
  public static boolean isCauseOf(Throwable error) {
    Throwable one = error;
    for (int depth = 0; one != null && depth < DEEPEST; depth++) {
      if (one instanceof OutOfMemoryError) {
        return true;
      }
      one = one.getCause();
    }
    return false;
  }
}
