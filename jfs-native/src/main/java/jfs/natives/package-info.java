/**
 * What Java cannot ask the kernel: a small JNI library, and a pure-Java answer to every question
 * where it cannot be loaded. {@link jfs.natives.NativeLibrary} loads it, once.
 *
 * <p>JNI finds the native methods by this package's name, so the package must not be relocated in a
 * shaded jar.
 */
package jfs.natives;
