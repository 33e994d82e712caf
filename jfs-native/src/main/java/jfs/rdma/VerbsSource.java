package jfs.rdma;

/** Where verbs come from. Found by {@link jfs.core.runtime.Services}; the first that has any. */
interface VerbsSource {

  /**
   * Opens them; takes its time.
   *
   * @throws NoVerbsException if there are none
   */
  Verbs open() throws NoVerbsException;
}
