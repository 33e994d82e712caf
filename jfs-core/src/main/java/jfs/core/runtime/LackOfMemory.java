package jfs.core.runtime;

/**
 * Tells an error for lack of memory, which passes, from others. The JDK wraps some of them: {@code
 * InnerClassLambdaMetafactory} and {@code MethodHandleNatives} put whatever they meet while they
 * link a call into an {@link InternalError} or a {@link BootstrapMethodError}.
 *
 * <p>Allocates nothing. Any thread may call.
 */
public final class LackOfMemory {

  /** No code wraps an error more often. The limit also ends the search in a circle of causes. */
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
