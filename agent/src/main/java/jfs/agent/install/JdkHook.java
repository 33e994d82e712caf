package jfs.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.net.SocketImpl;
import java.util.HashMap;
import java.util.HashSet;
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
    Set<String> loaded = loadedSocketClasses();
    if (loaded.contains(JFS_PLATFORM_SOCKET_IMPL)) {
      return false;
    }
    if (running || loaded.contains(SOCKET_IMPL)) {
      set(define(), implementations, platform);
      // A listener that is older than the agent is the JDK's own, and will be asked to accept into
      // what is JFS's from now on. So this comes first: alone, it changes nothing.
      if (running || loaded.contains(SERVER_SOCKET)) {
        retransform(Class.forName(NIO_SOCKET_IMPL, false, null));
      }
      retransform(SocketImpl.class);
    } else {
      set(defineAndPatchAtLoad(), implementations, platform);
    }
    hearPreferences(SOCKET, running || loaded.contains(SOCKET));
    hearPreferences(SERVER_SOCKET, running || loaded.contains(SERVER_SOCKET));
    return true;
  }

  /** Lets preferences reach JFS. If they can't, they are in vain, as they are without JFS. */
  private void hearPreferences(String name, boolean loaded) {
    try {
      if (loaded) {
        retransform(Class.forName(name, false, null));
      } else {
        patchAtLoad(name);
      }
    } catch (Exception | LinkageError e) {
      Log.debug("no preferences from " + name + ": " + Log.describe(e));
    }
  }

  private void patchAtLoad(String name) throws ClassNotFoundException {
    JdkTransformer transformer = transformerOf(name);
    instrumentation.addTransformer(transformer);
    try {
      Class.forName(name, false, null);
    } finally {
      instrumentation.removeTransformer(transformer);
    }
    transformer.requireApplied();
  }

  private static JdkTransformer transformerOf(String className) {
    return new JdkTransformer(className.replace('.', '/'));
  }

  private Set<String> loadedSocketClasses() {
    Set<String> names = new HashSet<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getClassLoader() == null) {
        String name = loaded.getName();
        if (name.startsWith("java.net.")) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** Loads SocketImpl, changed as it is loaded: a third of the time that it takes later. */
  private Class<?> defineAndPatchAtLoad() throws IOException, IllegalAccessException {
    JdkTransformer transformer = transformerOf(SOCKET_IMPL);
    instrumentation.addTransformer(transformer);
    Class<?> defined;
    try {
      defined = define();
    } finally {
      instrumentation.removeTransformer(transformer);
    }
    transformer.requireApplied();
    return defined;
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
