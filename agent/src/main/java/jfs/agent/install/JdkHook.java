package jfs.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.SocketImpl;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.spi.SelectorProvider;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import jfs.core.carrier.CarrierProvider;
import jfs.core.config.Log;
import jfs.core.platform.JdkSelectors;

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

  private static final String JFS_CLASSES_RESOURCE = "META-INF/jfs/JfsClasses.class";

  /** Compiled once; from 19 on the JDK names a buffer's scope otherwise, and so does a copy. */
  private static final String JFS_WORDS_RESOURCE =
      Runtime.version().feature() < 19
          ? "META-INF/jfs/JfsWords.class"
          : "META-INF/jfs/19/JfsWords.class";

  /**
   * JFS's sockets; and the JDK's with a count, and what is between them and JFS's {@link
   * #SOCKET_MAKER}. In an order in which each comes after those that it extends, and that a
   * verifier, as with {@code -Xverify:all}, looks at for it.
   */
  private static final String[] SOCKET_CLASSES = {
    "META-INF/jfs/JfsReservedInput.class",
    "META-INF/jfs/JfsReservedOutput.class",
    "META-INF/jfs/JfsPlatformSocketImpl.class",
    "META-INF/jfs/JfsPlainConnection.class",
    "META-INF/jfs/JfsSocketPart.class",
    "META-INF/jfs/JfsPlainConnections$Maker.class",
    "META-INF/jfs/JfsUsualLife.class",
    "META-INF/jfs/JfsPlainConnections.class",
    "META-INF/jfs/JfsPause.class",
    "META-INF/jfs/JfsSocketInput.class",
    "META-INF/jfs/JfsSocketOutput.class",
    "META-INF/jfs/JfsJdkSocketImpl.class",
    "META-INF/jfs/JfsDeferredSocketImpl.class"
  };

  private static final String SOCKET_MAKER = "jfs.agent.socket.SocketMaker";

  private final Instrumentation instrumentation;
  private final JdkAccess access;
  private final JdkTransformer transformer = new JdkTransformer();

  JdkHook(Instrumentation instrumentation, JdkAccess access) {
    this.instrumentation = instrumentation;
    this.access = access;
  }

  /** Whether an agent of JFS is in this JVM, in any class loader. */
  static boolean isInstalled() {
    return isThere(JFS_SOCKETS) || isThere(JFS_PLATFORM_SOCKET_IMPL);
  }

  private static boolean isThere(String name) {
    try {
      JdkAccess.load(name);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Installs JFS. Other threads may make sockets at any step: they get the JDK's until the last
   * one.
   *
   * @param carriers makes what lies beneath JFS's sockets
   * @param deferred whether JFS needs no part in a connection before it is worth a transport
   * @param mayPair whether any connection may be
   * @throws IllegalStateException if this JDK is not as expected; it then works as before
   */
  @SuppressWarnings("unchecked") // see there
  void install(CarrierProvider carriers, boolean deferred, boolean mayPair)
      throws IOException, ReflectiveOperationException, UnmodifiableClassException {
    byte[][] classes =
        AgentJar.read(JFS_SOCKETS_RESOURCE, JFS_CLASSES_RESOURCE, JFS_WORDS_RESOURCE);
    byte[][] socketClasses = AgentJar.read(SOCKET_CLASSES);
    boolean complete = false;
    try {
      // This class, which the changed classes call, loads none of them.
      Object made = access.make(URI.class, classes[0]);
      Consumer<Object[]> sockets = (Consumer<Object[]>) made;
      JdkSelectors.set((Supplier<SelectorProvider>) made);
      instrumentation.addTransformer(transformer, true);
      // This makes the JVM load SocketImpl, changed at once, unless it was loaded before: to change
      // it later takes the JVM three times as long.
      for (byte[] socketClass : socketClasses) {
        access.define(SocketImpl.class, socketClass);
      }
      access.define(ByteBuffer.class, classes[2]);
      if (deferred) {
        FirstPairClasses.setDefiner(
            (Function<ProtectionDomain, BiConsumer<String, byte[]>>)
                access.make(Object.class, classes[1]));
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
        retransform(JdkAccess.load(name));
      } catch (Exception | LinkageError e) {
        failures.add(name + " (" + Log.describe(e) + ")");
      }
    }
    return failures;
  }

  boolean isDetached() {
    return transformer.isDetached();
  }

  /** What does the same for channels, after {@link #install}. */
  ChannelHook channels() {
    return new ChannelHook(instrumentation, access, transformer);
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
    Class<?> jdkClass = JdkAccess.load(name);
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
}
