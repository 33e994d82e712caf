package jfs.agent.launch;

/** A command cannot do what it was told; the message says why, in one line. */
final class CommandException extends Exception {

  private static final long serialVersionUID = 1;

  CommandException(String message) {
    super(TerminalText.of(message)); // it may have what another process says, such as its folder
  }
}
