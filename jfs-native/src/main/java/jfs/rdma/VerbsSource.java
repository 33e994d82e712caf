package jfs.rdma;

/** A source of verbs, found by {@link jfs.core.runtime.Services}; the first that opens is used. */
interface VerbsSource {

  /**
   * Opens them; may take long.
   *
   * @throws NoVerbsException if there are none
   */
  Verbs open() throws NoVerbsException;
}
