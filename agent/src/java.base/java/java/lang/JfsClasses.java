package java.lang;

import java.security.ProtectionDomain;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Defines classes of JFS that the class loader of JFS would otherwise have to find, one by one: for
 * that it makes a URL, a resource and a code source of each, in the interpreter. Each class is of
 * the same loader and protection domain as if the loader had found it, and is defined under the
 * lock that the loader itself takes. So other threads may load the same classes. Whether the loader
 * would find this version of a class, or an entry of the class path that comes before, the caller
 * has to know.
 *
 * <p>The agent defines this class in java.base, where it may call what is protected in a loader. It
 * makes one, and of that one for a protection domain.
 */
final class JfsClasses
    implements Function<ProtectionDomain, BiConsumer<String, byte[]>>, BiConsumer<String, byte[]> {

  private final ProtectionDomain domain;

  JfsClasses() {
    this(null);
  }

  private JfsClasses(ProtectionDomain domain) {
    this.domain = domain;
  }

  @Override
  public BiConsumer<String, byte[]> apply(ProtectionDomain ofClasses) {
    return new JfsClasses(ofClasses);
  }

  /**
   * Defines a class, unless its loader has done so already.
   *
   * @throws LinkageError if it cannot be defined
   */
  @Override
  public void accept(String name, byte[] classFile) {
    ClassLoader loader = domain.getClassLoader();
    synchronized (loader.getClassLoadingLock(name)) {
      if (loader.findLoadedClass(name) == null) {
        loader.defineClass(name, classFile, 0, classFile.length, domain);
      }
    }
  }
}
