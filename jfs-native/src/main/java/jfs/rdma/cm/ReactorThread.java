package jfs.rdma.cm;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import jfs.core.config.Log;
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
 * another address. That thread opens the libraries, so that no connection waits for it. Any thread
 * may call.
 */
public final class ReactorThread {

  /**
   * Null before the first connection: if a static initializer finds no memory, its class stays
   * unusable for good. Written under the class's monitor.
   */
  private static volatile ReactorStart start;

  private ReactorThread() {}

  /**
   * Makes the reactor and its thread. One thread at a time calls this, which starts the reactor.
   */
  private static final class Making implements ReactorStart.Starter {

    private final String keyFile;

    /** What was made so far, as those below. */
    private ClusterKey key;

    private Reactor reactor;
    private boolean drainsAtExit;

    Making(String keyFile) {
      this.keyFile = keyFile;
    }

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

    private ClusterKey key() throws IOException {
      try {
        return keyFile.isEmpty() ? ClusterKey.none() : ClusterKey.of(Path.of(keyFile));
      } catch (RuntimeException e) {
        throw new IOException(Log.describe(e), e); // no path, or none that may be read
      }
    }
  }

  private static Verbs open() throws NoVerbsException {
    NoVerbsException last = null;
    for (VerbsSource source : Services.of(VerbsSource.class)) {
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

  private static ReactorStart ofProcess(String keyFile) {
    ReactorStart made = start;
    return made != null ? made : make(keyFile);
  }

  private static synchronized ReactorStart make(String keyFile) {
    if (start == null) {
      start = new ReactorStart(new Making(keyFile));
    }
    return start;
  }

  /**
   * Why a connection from this address cannot use RDMA; empty as long as that is not known.
   *
   * @param keyFile the file with the cluster's key, empty for none; that of the first call counts
   */
  public static Optional<Reason> refusal(InetAddress local, String keyFile) {
    ReactorStart one = ofProcess(keyFile);
    Reactor running = one.reactor(System.nanoTime());
    return running == null
        ? Optional.of(one.absence())
        : Optional.ofNullable(running.refusal(local));
  }

  /** Enters an end that was not refused. */
  public static Registration register(PairingEnd end) {
    return start.reactor(System.nanoTime()).register(end);
  }
}
