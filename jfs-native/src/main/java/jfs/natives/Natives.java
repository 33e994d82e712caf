package jfs.natives;

/**
 * The native methods, as they are in {@code native-src/src/jni/natives.c}. To be called only while
 * {@link NativeLibrary#isLoaded()}; each has a class around it that says what it is good for.
 */
final class Natives {

  /**
   * The version of the contract between this class and the library. Counted up, on both sides,
   * whenever a native method is added, removed or changes its meaning.
   */
  static final int CONTRACT = 1;

  private Natives() {}

  /** The {@link #CONTRACT} that the library was built for. */
  static native int contract();

  /**
   * Fills in a resource's soft limit and hard limit, -1 for none.
   *
   * @return 0, or an errno value and the array is left alone
   */
  static native int resourceLimit(int resource, long[] softAndHard);
}
