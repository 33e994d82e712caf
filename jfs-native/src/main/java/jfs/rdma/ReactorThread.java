package jfs.rdma;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.runtime.ServiceThreads;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;

/**
 * This JVM's {@link Reactor}, and the thread that runs it: started with the first connection that
 * goes to another address. It opens the libraries, so that no connection has to wait for that.
 */
final class ReactorThread {

  /** Null if there can be none; written before the next. */
  private static Reason absence;

  /** Null if there can be none. */
  private static final Reactor REACTOR = start();

  private ReactorThread() {}

  private static Reactor start() {
    ClusterKey key;
    try {
      key = key();
    } catch (IOException | RuntimeException e) {
      // That was said at the start of the program, in a line of its own.
      Log.debug("no RDMA without the cluster's key: " + Log.describe(e));
      absence = RdmaReasons.NO_KEY;
      return null;
    } catch (OutOfMemoryError e) {
      absence = Reason.NO_MEMORY; // the program connects now, and is not to fail
      return null;
    }
    try {
      Reactor reactor = new Reactor(ReactorThread::open, key);
      ServiceThreads.lasting(reactor, "jfs-rdma").start();
      Runtime.getRuntime()
          .addShutdownHook(ServiceThreads.daemon(reactor::drainAll, "jfs-rdma-exit"));
      return reactor;
    } catch (OutOfMemoryError | SecurityException | IllegalStateException e) {
      // No thread, or the JVM is ending: not the connection's fault, which works on TCP.
      Log.warn("no RDMA: " + Log.describe(e));
      absence = Reason.NO_THREAD;
      return null;
    }
  }

  private static Verbs open() throws NoVerbsException {
    NoVerbsException last = null;
    for (VerbsSource source :
        ServiceLoader.load(VerbsSource.class, ReactorThread.class.getClassLoader())) {
      try {
        return source.open();
      } catch (NoVerbsException e) {
        last = e;
      }
    }
    throw last != null ? last : new NoVerbsException(RdmaReasons.NO_LIBRARY, "no source of verbs");
  }

  private static ClusterKey key() throws IOException {
    String file = Options.ofProcess().get(Option.RDMA_KEY);
    return file.isEmpty() ? ClusterKey.none() : ClusterKey.of(Path.of(file));
  }

  /** Why a connection from this address can't be served; empty as long as that is not known. */
  static Optional<Reason> refusal(InetAddress local) {
    return REACTOR == null ? Optional.of(absence) : Optional.ofNullable(REACTOR.refusal(local));
  }

  static Registration register(PairingEnd end) {
    return REACTOR.register(end);
  }
}
