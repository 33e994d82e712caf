package jfs.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.net.SocketImpl;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import jfs.core.config.Log;
import jfs.core.platform.PlatformCarrierProvider;

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
  private final JdkTransformer transformer = new JdkTransformer();

  /** A {@link Key}, once the packages are open. */
  private Object key;

  private byte[] platformSocketImpl;

  JdkHook(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** What sees to it that the changes to the JDK last. */
  JdkTransformer transformer() {
    return transformer;
  }

  /** Opens the JDK's socket packages to JFS, and to nobody else. */
  void open() throws IOException, ReflectiveOperationException {
    KeyLoader loader = new KeyLoader();
    Set<Module> own = Set.of(loader.getUnnamedModule());
    Map<String, Set<Module>> opens = new HashMap<>();
    opens.put("java.net", own);
    opens.put("sun.nio.ch", own);
    instrumentation.redefineModule(
        Object.class.getModule(), Set.of(), Map.of(), opens, Set.of(), Map.of());
    byte[][] classes =
        AgentJar.read(
            KeyLoader.CLASS_RESOURCE,
            CLASS_RESOURCE,
            PlatformCarrierProvider.SOCKET_CALLS_RESOURCE);
    key = loader.newKey(classes[0]);
    platformSocketImpl = classes[1];
    PlatformCarrierProvider.open(lookup(), classes[2]);
  }

  private Lookup lookup() {
    return (Lookup) ((Supplier<?>) key).get();
  }

  /** Whether some agent of JFS is in this JVM, in whichever class loader. */
  static boolean isInstalled() {
    try {
      load(JFS_PLATFORM_SOCKET_IMPL);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Puts JFS in. After {@link #open}.
   *
   * @param running whether the program runs already, and its threads may be making sockets
   * @throws IllegalStateException if this JDK is not as expected; it then works as before
   */
  void install(Implementations implementations, UnaryOperator<SocketImpl> platform, boolean running)
      throws ReflectiveOperationException, UnmodifiableClassException {
    boolean complete = false;
    try {
      if (!running) {
        // What is loaded as JFS is defined is changed as it is loaded: a third of the time that it
        // takes later.
        instrumentation.addTransformer(transformer, true);
      }
      set(define(), implementations, platform);
      if (running) {
        // Not before: what is loaded from now on calls what was defined.
        instrumentation.addTransformer(transformer, true);
      }
      if (!transformer.has(SOCKET_IMPL)) {
        // A listener that is older than the agent is the JDK's own, and will be asked to accept
        // into what is JFS's from now on. So this comes first: alone, it changes nothing.
        patch(NIO_SOCKET_IMPL);
        tryToPatch(SOCKET);
        tryToPatch(SERVER_SOCKET);
        patch(SOCKET_IMPL);
      }
      // Else nobody has made a socket, and the others are changed as they are loaded.
      transformer.installed();
      complete = true;
    } finally {
      if (!complete) {
        instrumentation.removeTransformer(transformer);
      }
    }
  }

  /** Changes what JFS can do without. */
  private void tryToPatch(String name) {
    try {
      patch(name);
    } catch (Exception | LinkageError e) {
      Log.debug(name + " stays as it is: " + Log.describe(e));
    }
  }

  /** Has a class changed, now if it is there, or as it is loaded. */
  private void patch(String name) throws ClassNotFoundException, UnmodifiableClassException {
    Class<?> jdkClass = load(name);
    if (!transformer.has(name)) {
      instrumentation.retransformClasses(jdkClass);
    }
    if (!transformer.has(name)) {
      throw new IllegalStateException(name + " can't be changed");
    }
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, null);
  }

  private Class<?> define() throws IllegalAccessException {
    return MethodHandles.privateLookupIn(SocketImpl.class, lookup())
        .defineClass(platformSocketImpl);
  }

  private void set(
      Class<?> defined, Implementations implementations, UnaryOperator<SocketImpl> platform)
      throws ReflectiveOperationException {
    Method set = defined.getDeclaredMethod("set", IntFunction.class, UnaryOperator.class);
    @SuppressWarnings("unchecked") // a Key, of another loader
    Consumer<AccessibleObject> opener = (Consumer<AccessibleObject>) key;
    opener.accept(set);
    set.invoke(null, implementations, platform);
  }
}
