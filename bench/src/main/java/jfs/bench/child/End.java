package jfs.bench.child;

/**
 * What a JVM that the harness has started is to do: one end of what is measured. For one thread.
 */
public interface End {

  /** The line that it begins with: {@code key=number} words. */
  String greeting();

  /** Does what a command says, of which these are the words, and answers it with such a line. */
  String answer(String[] command) throws Exception;
}
