package java.lang;

import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.function.BiConsumer;

/**
 * Defines classes of JFS that the class loader of JFS would otherwise have to find, one by one: for
 * that it makes a URL, a resource and a code source of each, in the interpreter. Each class is just
 * as if the loader had found it: of the same loader and the same protection domain, and defined
 * under the lock that the loader itself takes. So other threads may load the same classes.
 *
 * <p>The agent defines this class in java.base, where it may call what is protected in a loader.
 */
final class JfsClasses implements BiConsumer<Class<?>, byte[]> {

  JfsClasses() {}

  /**
   * Defines those of some classes that their loader has not defined yet.
   *
   * @param example a class of the same loader and protection domain
   * @param bundle for each class the length of its name in two bytes, its name, the length of its
   *     class file in four bytes, and its class file; lengths most significant byte first
   * @throws LinkageError if one of them cannot be defined; those after it are not then
   */
  @Override
  public void accept(Class<?> example, byte[] bundle) {
    ClassLoader loader = example.getClassLoader();
    ProtectionDomain domain = example.getProtectionDomain();
    int at = 0;
    while (at < bundle.length) {
      int length = number(bundle, at, 2);
      at += 2;
      String name = new String(bundle, at, length, StandardCharsets.ISO_8859_1);
      at += length;
      length = number(bundle, at, 4);
      at += 4;
      synchronized (loader.getClassLoadingLock(name)) {
        if (loader.findLoadedClass(name) == null) {
          loader.defineClass(name, bundle, at, length, domain);
        }
      }
      at += length;
    }
  }

  private static int number(byte[] bytes, int offset, int length) {
    int number = 0;
    for (int i = offset; i < offset + length; i++) {
      number = number << 8 | bytes[i] & 0xFF;
    }
    return number;
  }
}
