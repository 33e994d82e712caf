package jfs.agent.programs;

/** Says which packages of the JDK's are open to it. */
public final class OpenedPackages {

  private OpenedPackages() {}

  public static void main(String[] args) {
    Module base = Object.class.getModule();
    Module own = OpenedPackages.class.getModule();
    System.out.println("opened " + base.isOpen("java.lang", own));
    System.out.println("exported " + base.isExported("jdk.internal.misc", own));
  }
}
