package jfs.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jfs.core.platform.JavaNet;

/**
 * JFS's access to packages of the JDK, which no other code gets: their classes can be made, and
 * classes be defined among them.
 */
final class JdkAccess {

  /** A {@link Key}, of another loader. */
  private final Object key;

  private JdkAccess(Object key) {
    this.key = key;
  }

  /** Opens the packages. */
  static JdkAccess open(Instrumentation instrumentation)
      throws IOException, ReflectiveOperationException {
    KeyLoader loader = new KeyLoader();
    Set<Module> own = Set.of(loader.getUnnamedModule());
    Map<String, Set<Module>> opens = new HashMap<>();
    opens.put("java.lang", own);
    opens.put("java.net", own);
    opens.put("java.nio", own);
    opens.put("sun.nio.ch", own);
    opens.put("java.io", own);
    instrumentation.redefineModule(
        Object.class.getModule(), Set.of(), Map.of(), opens, Set.of(), Map.of());
    byte[][] classes = AgentJar.read(KeyLoader.CLASS_RESOURCE, JavaNet.SOCKET_CALLS_RESOURCE);
    JdkAccess access = new JdkAccess(loader.newKey(classes[0]));
    JavaNet.open(access.lookup(), classes[1]);
    return access;
  }

  /** Reaches every class of these packages. */
  Lookup lookup() {
    return (Lookup) ((Supplier<?>) key).get();
  }

  /** Makes members of these packages' classes accessible. */
  @SuppressWarnings("unchecked") // a Key, of another loader
  Consumer<AccessibleObject> opener() {
    return (Consumer<AccessibleObject>) key;
  }

  /** A class of the JDK's, which is not initialised by this. */
  static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, null);
  }

  /** Defines a class in the package of one of the JDK's. */
  Class<?> define(Class<?> neighbour, byte[] classFile) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(neighbour, lookup()).defineClass(classFile);
  }

  /** Defines a class in the package of one of the JDK's, and makes an instance of it. */
  Object make(Class<?> neighbour, byte[] classFile) throws ReflectiveOperationException {
    Constructor<?> constructor = define(neighbour, classFile).getDeclaredConstructor();
    opener().accept(constructor);
    return constructor.newInstance();
  }
}
