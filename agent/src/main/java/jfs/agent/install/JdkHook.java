package jfs.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.net.SocketImpl;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import jfs.core.config.Log;

/** Changes the JDK of this JVM so that its platform sockets are JFS's. */
final class JdkHook {

  private static final String SOCKET_IMPL = "java.net.SocketImpl";
  private static final String SOCKET = "java.net.Socket";
  private static final String SERVER_SOCKET = "java.net.ServerSocket";
  private static final String NIO_SOCKET_IMPL = "sun.nio.ch.NioSocketImpl";
  private static final String JFS_PLATFORM_SOCKET_IMPL = "java.net.JfsPlatformSocketImpl";

  /** Compiled as a member of java.base; see the agent's pom. */
  private static final String CLASS_RESOURCE = "META-INF/jfs/JfsPlatformSocketImpl.class";

  private final Instrumentation instrumentation;

  JdkHook(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Opens the JDK's socket packages to JFS, and to nobody else. */
  void open() {
    Module own = JdkHook.class.getModule();
    Map<String, Set<Module>> opens = new HashMap<>();
    opens.put("java.net", Set.of(own));
    opens.put("sun.nio.ch", Set.of(own));
    instrumentation.redefineModule(
        Object.class.getModule(), Set.of(), Map.of(), opens, Set.of(), Map.of());
  }

  /**
   * Puts JFS in.
   *
   * @param running whether the program runs already, and its threads may be making sockets
   * @return false if some agent of JFS did already, in whichever class loader
   * @throws IllegalStateException if this JDK is not as expected; it then works as before
   */
  boolean install(
      Implementations implementations, UnaryOperator<SocketImpl> platform, boolean running)
      throws IOException, ReflectiveOperationException, UnmodifiableClassException {
    if (isInstalled()) {
      return false;
    }
    JdkTransformer atLoad = transformerOf(SOCKET_IMPL);
    set(running ? define() : defineAndPatch(atLoad), implementations, platform);
    if (!atLoad.wasApplied()) {
      // A listener that is older than the agent is the JDK's own, and will be asked to accept into
      // what is JFS's from now on. So this comes first: alone, it changes nothing.
      retransform(load(NIO_SOCKET_IMPL));
      retransform(SocketImpl.class);
    }
    hearPreferences(SOCKET, running);
    hearPreferences(SERVER_SOCKET, running);
    return true;
  }

  private static boolean isInstalled() {
    try {
      load(JFS_PLATFORM_SOCKET_IMPL);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Lets preferences reach JFS. If they can't, they are in vain, as they are without JFS. */
  private void hearPreferences(String name, boolean running) {
    try {
      JdkTransformer atLoad = transformerOf(name);
      Class<?> loaded = running ? load(name) : loadAndPatch(name, atLoad);
      if (!atLoad.wasApplied()) {
        retransform(loaded);
      }
    } catch (Exception | LinkageError e) {
      Log.debug("no preferences from " + name + ": " + Log.describe(e));
    }
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, null);
  }

  /** Loads a class, changed as it is loaded: a third of the time that it takes later. */
  private Class<?> loadAndPatch(String name, JdkTransformer atLoad) throws ClassNotFoundException {
    instrumentation.addTransformer(atLoad);
    try {
      return load(name);
    } finally {
      instrumentation.removeTransformer(atLoad);
    }
  }

  private static JdkTransformer transformerOf(String className) {
    return new JdkTransformer(className.replace('.', '/'));
  }

  /** The same of SocketImpl, which is loaded when what extends it is. */
  private Class<?> defineAndPatch(JdkTransformer atLoad)
      throws IOException, IllegalAccessException {
    instrumentation.addTransformer(atLoad);
    try {
      return define();
    } finally {
      instrumentation.removeTransformer(atLoad);
    }
  }

  private void retransform(Class<?> jdkClass) throws UnmodifiableClassException {
    JdkTransformer transformer = transformerOf(jdkClass.getName());
    instrumentation.addTransformer(transformer, true);
    try {
      instrumentation.retransformClasses(jdkClass);
    } finally {
      instrumentation.removeTransformer(transformer);
    }
    transformer.requireApplied();
  }

  private static Class<?> define() throws IOException, IllegalAccessException {
    byte[] bytes = AgentJar.read(CLASS_RESOURCE);
    return MethodHandles.privateLookupIn(SocketImpl.class, MethodHandles.lookup())
        .defineClass(bytes);
  }

  private static void set(
      Class<?> defined, Implementations implementations, UnaryOperator<SocketImpl> platform)
      throws ReflectiveOperationException {
    Method set = defined.getDeclaredMethod("set", IntFunction.class, UnaryOperator.class);
    set.setAccessible(true);
    set.invoke(null, implementations, platform);
  }
}
