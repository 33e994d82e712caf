package jfs.agent.programs.serial;

/** What was thrown, in words that do not depend on the JVM. */
final class Thrown {

  private Thrown() {}

  static String of(Throwable thrown) {
    StringBuilder said = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      said.append(t.getClass().getName()).append(": ").append(message(t)).append("; ");
    }
    return said.toString();
  }

  /** The JVM's own exceptions lose theirs once the code that throws them is compiled. */
  private static String message(Throwable thrown) {
    String message = thrown.getMessage();
    boolean isOfJvm =
        thrown instanceof ClassCastException
            || thrown instanceof NullPointerException
            || thrown instanceof IndexOutOfBoundsException
            || thrown instanceof NegativeArraySizeException
            || thrown instanceof ArrayStoreException;
    return isOfJvm && (message == null || !message.startsWith("cannot assign")) ? "" : message;
  }
}
