package jfs.agent.programs;

import java.net.URL;
import java.net.URLClassLoader;

/** Says which packages of the JDK's are open to it, and to a class loader of its own. */
public final class OpenedPackages {

  private OpenedPackages() {}

  public static void main(String[] args) throws Exception {
    tell(OpenedPackages.class.getModule());
    try (URLClassLoader own = new URLClassLoader(new URL[0])) {
      tell(own.getUnnamedModule());
    }
  }

  private static void tell(Module to) {
    Module base = Object.class.getModule();
    System.out.println("opened " + base.isOpen("java.lang", to));
    System.out.println("exported " + base.isExported("jdk.internal.misc", to));
    System.out.println("loaders " + base.isOpen("jdk.internal.loader", to));
  }
}
