package jfs.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.util.List;

/** Changes the JDK of this JVM so that its channels and selectors are JFS's. */
final class ChannelHook {

  /**
   * The newest JDK that JFS's channels know: they extend classes of the JDK that are no API. A
   * later JDK may lack a method that they call, which would fail a program's call; or give another
   * name to one that they override, which the JDK would then never call.
   */
  static final int NEWEST_JDK = 25;

  /** Those of channels are defined in its package. */
  private static final String NIO_SOCKET_IMPL = "sun.nio.ch.NioSocketImpl";

  private static final String CHANNELS = "java.net.JfsChannels";

  private static final String EPOLL_SELECTOR = "sun.nio.ch.EPollSelectorImpl";
  private static final String CHANNEL_MAKER = "jfs.agent.channel.ChannelMaker";

  /** In an order in which each comes after those that it extends. */
  private static final String[] CHANNEL_INTERFACES = {
    "META-INF/jfs/JfsAccount.class",
    "META-INF/jfs/JfsChannelTcp.class",
    "META-INF/jfs/JfsChannelEnd.class",
    "META-INF/jfs/JfsChannels.class",
    "META-INF/jfs/JfsChannels$Maker.class",
    "META-INF/jfs/JfsChannels$EventFd.class",
    "META-INF/jfs/JfsChannels$Spin.class"
  };

  private static final String[] CHANNEL_CLASSES = {
    "META-INF/jfs/JfsEPollSelector.class",
    "META-INF/jfs/JfsEventFd.class",
    "META-INF/jfs/JfsEventFd$Signals.class",
    "META-INF/jfs/JfsKernelTurn.class",
    "META-INF/jfs/JfsRegistration.class",
    "META-INF/jfs/JfsUnarmed.class",
    "META-INF/jfs/JfsNaps.class",
    "META-INF/jfs/JfsCalls.class",
    "META-INF/jfs/JfsWakeUps.class",
    "META-INF/jfs/JfsBuffers.class",
    "META-INF/jfs/JfsHeldRead.class",
    "META-INF/jfs/JfsHeldWrite.class",
    "META-INF/jfs/JfsTransferTarget.class",
    "META-INF/jfs/JfsTransferTarget$Transfers.class",
    "META-INF/jfs/JfsTcpChannel.class",
    "META-INF/jfs/JfsTcpChannel$Tcp.class",
    "META-INF/jfs/JfsSelectedChannel.class",
    "META-INF/jfs/JfsReadingChannel.class",
    "META-INF/jfs/JfsReadingChannel$Held.class",
    "META-INF/jfs/JfsWritingChannel.class",
    "META-INF/jfs/JfsWritingChannel$Held.class",
    "META-INF/jfs/JfsSocketChannel.class"
  };

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
    "META-INF/jfs/JfsAsynchronousSocketChannel.class",
    "META-INF/jfs/JfsAsynchronousSocketChannel$Held.class",
    "META-INF/jfs/JfsAsynchronousSocketChannel$HeldWrite.class"
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
  private final JdkAccess access;
  private final JdkTransformer transformer;

  /** Whether the JVM has loaded what makes asynchronous channels. */
  private boolean makesAsynchronous;

  /** Makes it, once {@link JdkHook#install} has put in what sockets need. */
  ChannelHook(Instrumentation instrumentation, JdkAccess access, JdkTransformer transformer) {
    this.instrumentation = instrumentation;
    this.access = access;
    this.transformer = transformer;
  }

  /**
   * Has the JDK's channels and selectors be JFS's. Selectors that exist could not serve channels of
   * JFS, so nothing is done where the program may have some; nor where the JVM has loaded what
   * would be changed, as it does from an AOT cache (JEP 483).
   *
   * @return whether it was done
   */
  boolean install() throws IOException, ReflectiveOperationException {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      String name = loaded.getName();
      if (name.equals(EPOLL_SELECTOR) || List.of(PATCHED_FOR_CHANNELS).contains(name)) {
        return false;
      }
      makesAsynchronous |= List.of(MAKERS_OF_ASYNCHRONOUS).contains(name);
    }
    for (byte[] netClass : AgentJar.read(CHANNEL_INTERFACES)) {
      access.define(URI.class, netClass);
    }
    Class<?> neighbour = JdkAccess.load(NIO_SOCKET_IMPL);
    for (byte[] channelClass : AgentJar.read(CHANNEL_CLASSES)) {
      access.define(neighbour, channelClass);
    }
    // Not before: another thread may load what is changed, and a call that the JVM has once failed
    // to link fails for good.
    transformer.addChannels(leaving());
    loadChanged(PATCHED_FOR_CHANNELS);
    Class.forName(CHANNEL_MAKER).getMethod("install").invoke(null);
    return true;
  }

  /**
   * Has the JDK's asynchronous channels be JFS's, after {@link #install}. If what makes them is
   * loaded already, none is JFS's.
   */
  void installAsynchronous() throws IOException, ReflectiveOperationException {
    if (makesAsynchronous) {
      throw new IllegalStateException("the JVM has loaded them already");
    }
    Class<?> neighbour = JdkAccess.load(NIO_SOCKET_IMPL);
    access.define(neighbour, AgentJar.read(ASYNCHRONOUS_CALLS)[0]); // as for channels, the first
    transformer.addAsynchronous();
    loadChanged(PATCHED_FOR_ASYNCHRONOUS);
    for (byte[] channelClass : AgentJar.read(ASYNCHRONOUS_CLASSES)) {
      access.define(neighbour, channelClass);
    }
    boolean made = false;
    transformer.addAsynchronousMakers(true);
    try {
      loadChanged(MAKERS_OF_ASYNCHRONOUS);
      made = true;
    } finally {
      if (!made) {
        transformer.addAsynchronousMakers(false); // those that are not loaded yet
      }
    }
  }

  private Runnable leaving() throws ReflectiveOperationException {
    Constructor<?> constructor = JdkAccess.load(CHANNELS).getDeclaredConstructor();
    access.opener().accept(constructor);
    return (Runnable) constructor.newInstance();
  }

  private void loadChanged(String... names) throws ClassNotFoundException {
    for (String name : names) {
      JdkAccess.load(name);
      if (!transformer.has(name)) {
        throw new IllegalStateException(name + " was loaded before");
      }
    }
  }
}
