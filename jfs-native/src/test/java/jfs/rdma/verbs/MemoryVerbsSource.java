package jfs.rdma.verbs;

/** Verbs in memory, if a test asks for them: {@code -Djfs.test.verbs=memory}. */
public final class MemoryVerbsSource implements VerbsSource {

  @Override
  public Verbs open() throws NoVerbsException {
    if (!"memory".equals(System.getProperty("jfs.test.verbs"))) {
      throw new NoVerbsException(NoVerbsException.Missing.LIBRARY, "not asked for");
    }
    return new MemoryVerbs(new MemoryFabric());
  }
}
