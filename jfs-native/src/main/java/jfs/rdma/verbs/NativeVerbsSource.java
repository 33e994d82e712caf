package jfs.rdma.verbs;

/** The verbs of the native library. */
public final class NativeVerbsSource implements VerbsSource {

  @Override
  public Verbs open() throws NoVerbsException {
    return NativeVerbs.open();
  }
}
