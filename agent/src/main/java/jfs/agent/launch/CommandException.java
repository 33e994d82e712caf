package jfs.agent.launch;

/** A command cannot do what it was told; the message says why, in one line. */
final class CommandException extends Exception {

  private static final long serialVersionUID = 1;

  CommandException(String message) {
    super(message);
  }
}
