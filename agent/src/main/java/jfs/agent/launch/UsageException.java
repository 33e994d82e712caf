package jfs.agent.launch;

/** A command line that cannot be understood; the message says why, in one line. */
final class UsageException extends Exception {

  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
