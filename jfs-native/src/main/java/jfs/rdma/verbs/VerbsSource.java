package jfs.rdma.verbs;

/** A source of verbs, found by {@link jfs.core.runtime.Services}; the first that opens is used. */
public interface VerbsSource {

  /**
   * Opens them; may take long.
   *
   * @throws NoVerbsException if there are none
   */
  Verbs open() throws NoVerbsException;
}
