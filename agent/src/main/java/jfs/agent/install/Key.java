package jfs.agent.install;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AccessibleObject;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The one class in a module to which the JDK's socket packages are opened. JFS itself is on the
 * class path, as the program is, and a package opened to one is opened to both. So {@link
 * KeyLoader} defines this class again, apart from both, and JFS looks into the JDK through it.
 */
public final class Key implements Supplier<Lookup>, Consumer<AccessibleObject> {

  /** Called through reflection, on the class that {@link KeyLoader} defined. */
  public Key() {}

  @Override
  public Lookup get() {
    return MethodHandles.lookup();
  }

  /** Lets a member of an open package be used from anywhere. */
  @Override
  public void accept(AccessibleObject member) {
    member.setAccessible(true);
  }
}
