package jfs.bench.apps;

/** An object whose data, when sent, has a size that can be told. */
interface Sized {

  /** The bytes of its primitive fields and elements, and of what it refers to. */
  long bytes();
}
