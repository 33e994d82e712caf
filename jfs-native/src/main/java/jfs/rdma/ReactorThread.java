package jfs.rdma;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import jfs.core.config.Log;
import jfs.core.config.Options;
import jfs.core.runtime.ServiceThreads;
import jfs.core.runtime.Services;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.rdma.verbs.NoVerbsException;
import jfs.rdma.verbs.Verbs;
import jfs.rdma.verbs.VerbsSource;

/**
 * This JVM's {@link Reactor}, and its thread, which starts with the first connection that goes to
 * another address. That thread opens the libraries, so that no connection waits for it.
 */
final class ReactorThread implements ReactorStart.Starter {

  /**
   * Null before the first connection: if a static initializer finds no memory, its class stays
   * unusable for good. Written under the class's monitor.
   */
  private static volatile ReactorStart start;

  /**
   * What was made so far, as those below. Written by one thread at a time, which starts the
   * reactor.
   */
  private ClusterKey key;

  private Reactor reactor;
  private boolean drainsAtExit;

  private ReactorThread() {}

  @Override
  public Reactor start() throws IOException {
    if (key == null) {
      key = key();
    }
    if (reactor == null) {
      reactor = new Reactor(ReactorThread::open, key);
    }
    if (!drainsAtExit) {
      Runtime.getRuntime()
          .addShutdownHook(ServiceThreads.daemon(reactor::drainAll, "jfs-rdma-exit"));
      drainsAtExit = true;
    }
    // Last: a failure after it would start the thread a second time.
    ServiceThreads.lasting(reactor, "jfs-rdma").start();
    return reactor;
  }

  private static Verbs open() throws NoVerbsException {
    NoVerbsException last = null;
    for (VerbsSource source : Services.of(VerbsSource.class, ReactorThread::sourcesOnClassPath)) {
      try {
        return source.open();
      } catch (NoVerbsException e) {
        last = e;
      }
    }
    throw last != null
        ? last
        : new NoVerbsException(NoVerbsException.Missing.LIBRARY, "no source of verbs");
  }

  private static ServiceLoader<VerbsSource> sourcesOnClassPath() {
    return ServiceLoader.load(VerbsSource.class, ReactorThread.class.getClassLoader());
  }

  private static ClusterKey key() throws IOException {
    String file = Options.ofProcess().get(RdmaOptions.RDMA_KEY);
    try {
      return file.isEmpty() ? ClusterKey.none() : ClusterKey.of(Path.of(file));
    } catch (RuntimeException e) {
      throw new IOException(Log.describe(e), e); // no path, or none that may be read
    }
  }

  private static ReactorStart ofProcess() {
    ReactorStart made = start;
    return made != null ? made : make();
  }

  private static synchronized ReactorStart make() {
    if (start == null) {
      start = new ReactorStart(new ReactorThread());
    }
    return start;
  }

  /** Why a connection from this address cannot use RDMA; empty as long as that is not known. */
  static Optional<Reason> refusal(InetAddress local) {
    ReactorStart one = ofProcess();
    Reactor running = one.reactor(System.nanoTime());
    return running == null
        ? Optional.of(one.absence())
        : Optional.ofNullable(running.refusal(local));
  }

  /** Enters an end that was not refused. */
  static Registration register(PairingEnd end) {
    return ofProcess().reactor(System.nanoTime()).register(end);
  }
}
