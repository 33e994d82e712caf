package jfs.agent.programs.serial;

/** What was thrown, in words that do not depend on the JVM. */
final class Outcome {

  private Outcome() {}

  static String of(Throwable thrown) {
    StringBuilder said = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      said.append(t.getClass().getName()).append(": ").append(t.getMessage()).append("; ");
    }
    return said.toString();
  }
}
