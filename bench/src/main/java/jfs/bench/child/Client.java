package jfs.bench.child;

/** An end that is told what to time. */
public interface Client extends End {

  @Override
  default String greeting() {
    return "ready=1";
  }
}
