package jfs.agent.install;

import java.security.ProtectionDomain;

/** A class loader with a module, its unnamed one, that has one class: {@link Key}. */
@SuppressWarnings("BanClassLoader") // a module of its own is what it is for
final class KeyLoader extends ClassLoader {

  static final String CLASS_RESOURCE = "jfs/agent/install/Key.class";

  private static final String KEY = "jfs.agent.install.Key";

  KeyLoader() {
    super(null);
  }

  /** Makes the key: an instance of this loader's class, not of JFS's. */
  Object newKey(byte[] classFile) throws ReflectiveOperationException {
    // A security manager then gives it JFS's permissions.
    ProtectionDomain own = KeyLoader.class.getProtectionDomain();
    return defineClass(KEY, classFile, 0, classFile.length, own).getConstructor().newInstance();
  }
}
