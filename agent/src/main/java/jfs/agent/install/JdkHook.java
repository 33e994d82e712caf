package jfs.agent.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.net.SocketImpl;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import jfs.core.carrier.CarrierProvider;
import jfs.core.config.Log;
import jfs.core.platform.JavaNet;

/** Changes the JDK of this JVM so that its platform sockets are JFS's. */
final class JdkHook {

  private static final String SOCKET_IMPL = "java.net.SocketImpl";
  private static final String SOCKET = "java.net.Socket";
  private static final String SERVER_SOCKET = "java.net.ServerSocket";
  private static final String NIO_SOCKET_IMPL = "sun.nio.ch.NioSocketImpl";
  private static final String JFS_SOCKETS = "java.net.JfsSockets";

  /** All that a copy of JFS older than {@link #JFS_SOCKETS} defines. */
  private static final String JFS_PLATFORM_SOCKET_IMPL = "java.net.JfsPlatformSocketImpl";

  /** Compiled as members of java.base; see the agent's pom. */
  private static final String JFS_SOCKETS_RESOURCE = "META-INF/jfs/JfsSockets.class";

  private static final String SOCKET_IMPL_RESOURCE = "META-INF/jfs/JfsPlatformSocketImpl.class";
  private static final String JFS_CLASSES_RESOURCE = "META-INF/jfs/JfsClasses.class";

  /** Compiled once; from 19 on the JDK names a buffer's scope otherwise, and so does a copy. */
  private static final String JFS_WORDS_RESOURCE =
      Runtime.version().feature() < 19
          ? "META-INF/jfs/JfsWords.class"
          : "META-INF/jfs/19/JfsWords.class";

  /**
   * The JDK's sockets with a count, and what is between them and JFS's {@link #SOCKET_MAKER}. In an
   * order in which each comes after those that it extends, and that a verifier, as with {@code
   * -Xverify:all}, looks at for it.
   */
  private static final String[] DEFERRED_CLASSES = {
    "META-INF/jfs/JfsPlainConnection.class",
    "META-INF/jfs/JfsSocketPart.class",
    "META-INF/jfs/JfsPlainConnections$Maker.class",
    "META-INF/jfs/JfsPlainConnections.class",
    "META-INF/jfs/JfsPause.class",
    "META-INF/jfs/JfsSocketInput.class",
    "META-INF/jfs/JfsSocketOutput.class",
    "META-INF/jfs/JfsJdkSocketImpl.class",
    "META-INF/jfs/JfsDeferredSocketImpl.class"
  };

  private static final String SOCKET_MAKER = "jfs.agent.socket.SocketMaker";

  private static final String EPOLL_SELECTOR = "sun.nio.ch.EPollSelectorImpl";
  private static final String CHANNEL_MAKER = "jfs.agent.channel.ChannelMaker";

  /** In an order in which each comes after those that it extends. */
  private static final String[] CHANNEL_INTERFACES = {
    "META-INF/jfs/JfsAccount.class",
    "META-INF/jfs/JfsChannelTcp.class",
    "META-INF/jfs/JfsChannelEnd.class",
    "META-INF/jfs/JfsChannels.class",
    "META-INF/jfs/JfsChannels$Maker.class",
    "META-INF/jfs/JfsChannels$Spin.class"
  };

  private static final String[] CHANNEL_CLASSES = {
    "META-INF/jfs/JfsEPollSelector.class",
    "META-INF/jfs/JfsRegistration.class",
    "META-INF/jfs/JfsUnarmed.class",
    "META-INF/jfs/JfsNaps.class",
    "META-INF/jfs/JfsWakeUps.class",
    "META-INF/jfs/JfsBuffers.class",
    "META-INF/jfs/JfsTransferTarget.class",
    "META-INF/jfs/JfsTransferTarget$Transfers.class",
    "META-INF/jfs/JfsTcpChannel.class",
    "META-INF/jfs/JfsTcpChannel$Tcp.class",
    "META-INF/jfs/JfsSelectedChannel.class",
    "META-INF/jfs/JfsReadingChannel.class",
    "META-INF/jfs/JfsWritingChannel.class",
    "META-INF/jfs/JfsSocketChannel.class"
  };

  private static final String OUTPUT_STREAM = "java.io.ObjectOutputStream";
  private static final String INPUT_STREAM = "java.io.ObjectInputStream";

  private static final String[] PATCHED_FOR_CHANNELS = {
    "sun.nio.ch.SelectorProviderImpl",
    "sun.nio.ch.EPollSelectorProvider",
    "sun.nio.ch.ServerSocketChannelImpl"
  };

  private static final String ASYNCHRONOUS_CALLS = "META-INF/jfs/JfsAsynchronousCalls.class";

  private static final String[] ASYNCHRONOUS_CLASSES = {
    "META-INF/jfs/JfsReadSpin.class",
    "META-INF/jfs/JfsAwaitingChannel.class",
    "META-INF/jfs/JfsAwaitingChannel$Look.class",
    "META-INF/jfs/JfsAsynchronousTcp.class",
    "META-INF/jfs/JfsAsynchronousSocketChannel.class"
  };

  /** These call JFS from the moment at which they are loaded, and are else as before. */
  private static final String[] PATCHED_FOR_ASYNCHRONOUS = {
    "sun.nio.ch.AsynchronousSocketChannelImpl", "sun.nio.ch.UnixAsynchronousSocketChannelImpl"
  };

  private static final String[] MAKERS_OF_ASYNCHRONOUS = {
    "sun.nio.ch.UnixAsynchronousServerSocketChannelImpl",
    "sun.nio.ch.LinuxAsynchronousChannelProvider"
  };

  private final Instrumentation instrumentation;
  private final JdkTransformer transformer = new JdkTransformer();

  /** A {@link Key}, once the packages are open. */
  private Object key;

  private byte[] jfsSockets;
  private byte[] platformSocketImpl;
  private byte[] jfsClasses;
  private byte[] jfsWords;

  JdkHook(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Opens packages of the JDK's to JFS, and to no other code. */
  void open() throws IOException, ReflectiveOperationException {
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
    byte[][] classes =
        AgentJar.read(
            KeyLoader.CLASS_RESOURCE,
            JFS_SOCKETS_RESOURCE,
            SOCKET_IMPL_RESOURCE,
            JavaNet.SOCKET_CALLS_RESOURCE,
            JFS_CLASSES_RESOURCE,
            JFS_WORDS_RESOURCE);
    key = loader.newKey(classes[0]);
    jfsSockets = classes[1];
    platformSocketImpl = classes[2];
    JavaNet.open(lookup(), classes[3]);
    jfsClasses = classes[4];
    jfsWords = classes[5];
  }

  private Lookup lookup() {
    return (Lookup) ((Supplier<?>) key).get();
  }

  /** Whether an agent of JFS is in this JVM, in any class loader. */
  static boolean isInstalled() {
    return isThere(JFS_SOCKETS) || isThere(JFS_PLATFORM_SOCKET_IMPL);
  }

  private static boolean isThere(String name) {
    try {
      load(name);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Installs JFS, after {@link #open}. Other threads may make sockets at any step: they get the
   * JDK's until the last one.
   *
   * @param carriers makes what lies beneath JFS's sockets
   * @param deferred whether JFS needs no part in a connection before it is worth a transport
   * @param mayPair whether any connection may be
   * @throws IllegalStateException if this JDK is not as expected; it then works as before
   */
  @SuppressWarnings("unchecked") // see there
  void install(CarrierProvider carriers, boolean deferred, boolean mayPair)
      throws IOException, ReflectiveOperationException, UnmodifiableClassException {
    boolean complete = false;
    try {
      // This class, which the changed classes call, loads none of them.
      Consumer<Object[]> sockets = (Consumer<Object[]>) make(URI.class, jfsSockets);
      instrumentation.addTransformer(transformer, true);
      // This makes the JVM load SocketImpl, changed at once, unless it was loaded before: to change
      // it later takes the JVM three times as long.
      define(SocketImpl.class, platformSocketImpl);
      for (byte[] netClass : AgentJar.read(DEFERRED_CLASSES)) {
        define(SocketImpl.class, netClass);
      }
      define(ByteBuffer.class, jfsWords);
      if (deferred) {
        FirstPairClasses.setDefiner(
            (Function<ProtectionDomain, BiConsumer<String, byte[]>>)
                make(Object.class, jfsClasses));
        findSocketMaker().accept(mayPair);
      }
      // A listener that is older than JFS is the JDK's own, and will have to accept into sockets of
      // JFS.
      patch(NIO_SOCKET_IMPL);
      tryToPatch(SOCKET);
      tryToPatch(SERVER_SOCKET);
      patch(SOCKET_IMPL);
      Implementations implementations = new Implementations(carriers, transformer);
      sockets.accept(
          new Object[] {
            new Implementations.Platform(),
            implementations,
            deferred ? transformer : null,
            implementations
          });
      transformer.installed();
      complete = true;
    } finally {
      if (!complete) {
        instrumentation.removeTransformer(transformer);
      }
    }
  }

  /**
   * Has new sockets and channels be the JDK's, or JFS's again, after {@link #install}. Takes the
   * changes out of the classes that make them, or puts them back; those of sockets that live work
   * on.
   *
   * @return the classes with which this failed, and why
   */
  List<String> detach(boolean detached) {
    transformer.detach(detached);
    List<String> failures = new ArrayList<>();
    for (String name : transformer.makers()) {
      try {
        retransform(load(name));
      } catch (Exception | LinkageError e) {
        failures.add(name + " (" + Log.describe(e) + ")");
      }
    }
    return failures;
  }

  boolean isDetached() {
    return transformer.isDetached();
  }

  /**
   * Has the JDK's channels and selectors be JFS's, after {@link #install}. Selectors that exist
   * could not serve channels of JFS, so nothing is done where the program may have some; nor where
   * the JVM has loaded what would be changed, as it does from an AOT cache (JEP 483).
   *
   * @return whether it was done
   */
  boolean installChannels() throws IOException, ReflectiveOperationException {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      String name = loaded.getName();
      if (name.equals(EPOLL_SELECTOR) || List.of(PATCHED_FOR_CHANNELS).contains(name)) {
        return false;
      }
    }
    for (byte[] netClass : AgentJar.read(CHANNEL_INTERFACES)) {
      define(URI.class, netClass);
    }
    Class<?> neighbour = load(NIO_SOCKET_IMPL);
    for (byte[] channelClass : AgentJar.read(CHANNEL_CLASSES)) {
      define(neighbour, channelClass);
    }
    // Not before: another thread may load what is changed, and a call that the JVM has once failed
    // to link fails for good.
    transformer.addChannels();
    loadChanged(PATCHED_FOR_CHANNELS);
    Class.forName(CHANNEL_MAKER).getMethod("install").invoke(null);
    return true;
  }

  /**
   * Has the JDK's asynchronous channels be JFS's, after {@link #installChannels}. If one of their
   * classes is not as expected, or loaded already, none is JFS's.
   */
  void installAsynchronousChannels() throws IOException, ReflectiveOperationException {
    Class<?> neighbour = load(NIO_SOCKET_IMPL);
    define(neighbour, AgentJar.read(ASYNCHRONOUS_CALLS)[0]); // as for channels, the first
    transformer.addAsynchronous();
    loadChanged(PATCHED_FOR_ASYNCHRONOUS);
    for (byte[] channelClass : AgentJar.read(ASYNCHRONOUS_CLASSES)) {
      define(neighbour, channelClass);
    }
    transformer.addAsynchronousMakers();
    loadChanged(MAKERS_OF_ASYNCHRONOUS);
  }

  private void loadChanged(String... names) throws ClassNotFoundException {
    for (String name : names) {
      load(name);
      if (!transformer.has(name)) {
        throw new IllegalStateException(name + " was loaded before");
      }
    }
  }

  /**
   * Has the JDK's object streams call JFS, as soon as the JVM loads them; after {@link #open}. If
   * it has loaded one already, nothing is done.
   *
   * @return whether it was done
   */
  boolean installStreams() {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      // Most have no name yet, and the JVM would make one.
      Class<?> above = loaded.getSuperclass();
      if ((above == OutputStream.class && loaded.getName().equals(OUTPUT_STREAM))
          || (above == InputStream.class && loaded.getName().equals(INPUT_STREAM))) {
        return false;
      }
    }
    instrumentation.addTransformer(new StreamTransformer(lookup(), opener()), true);
    return true;
  }

  /** Defines a class in the package of one of the JDK's, and makes an instance of it. */
  private Object make(Class<?> neighbour, byte[] classFile) throws ReflectiveOperationException {
    Constructor<?> constructor = define(neighbour, classFile).getDeclaredConstructor();
    opener().accept(constructor);
    return constructor.newInstance();
  }

  @SuppressWarnings("unchecked") // it is compiled against the classes for java.net, after this one
  private static Consumer<Boolean> findSocketMaker() throws ReflectiveOperationException {
    Class<?> maker = Class.forName(SOCKET_MAKER);
    return (Consumer<Boolean>)
        maker.asSubclass(Consumer.class).getDeclaredConstructor().newInstance();
  }

  /** Changes a class if possible; JFS can do without. */
  private void tryToPatch(String name) {
    try {
      patch(name);
    } catch (Exception | LinkageError e) {
      Log.debug(name + " stays as it is: " + Log.describe(e));
    }
  }

  /** Has a class changed: now if it is loaded, or as it is loaded. */
  private void patch(String name) throws ClassNotFoundException, UnmodifiableClassException {
    Class<?> jdkClass = load(name);
    if (!transformer.has(name)) {
      retransform(jdkClass);
    }
    if (!transformer.has(name)) {
      throw new IllegalStateException(name + " can't be changed");
    }
  }

  private void retransform(Class<?> jdkClass) throws UnmodifiableClassException {
    // To list its constructors, the JVM first links the class, or waits for a thread that does so.
    // JDK 17 crashes, or runs wrong instructions, if it retransforms a class that is being linked.
    Objects.requireNonNull(jdkClass.getDeclaredConstructors());
    instrumentation.retransformClasses(jdkClass);
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, null);
  }

  /** Defines a class in the package of one of the JDK's. */
  private Class<?> define(Class<?> neighbour, byte[] classFile) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(neighbour, lookup()).defineClass(classFile);
  }

  @SuppressWarnings("unchecked") // a Key, of another loader
  private Consumer<AccessibleObject> opener() {
    return (Consumer<AccessibleObject>) key;
  }
}
