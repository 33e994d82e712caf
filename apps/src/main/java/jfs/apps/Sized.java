package jfs.apps;

/** An object with a known size of its data when sent. */
interface Sized {

  /** The bytes of its primitive fields and elements, and of what it refers to. */
  long bytes();
}
