package jfs.shm.control;

import java.io.IOException;
import jfs.core.runtime.ServiceThreads;
import jfs.core.stats.Connections;
import jfs.core.transport.EndpointRegistry;

/**
 * The answer to a status client that asks over a link about this JVM's connections. Used by the
 * manager's thread alone, except {@link #run}.
 */
final class StatusAnswer implements Runnable {

  private final EndpointRegistry<ShmEndpoint> registry;
  private final LinkSocket socket;
  private final Runnable known;

  /** The report that is not sent in full yet; mostly null. */
  private StatusReport report;

  private boolean asked;

  /** Whether to tell of each connection. Written before the thread starts that makes it ready. */
  private boolean each;

  /**
   * Makes one for a link.
   *
   * @param registry the ends whose search may not be answered
   * @param known has {@link #begin} called by the manager's thread
   */
  StatusAnswer(EndpointRegistry<ShmEndpoint> registry, LinkSocket socket, Runnable known) {
    this.registry = registry;
    this.socket = socket;
    this.known = known;
  }

  /** A STATUS frame has come: it asks about each connection, or for figures alone. */
  void asked(boolean newEach) throws IOException {
    if (asked) {
      throw new IOException("asked again before the answer was taken");
    }
    each = newEach;
    if (!each) {
      known.run(); // first: without memory this frame is handled once more
      asked = true;
      return;
    }
    asked = true;
    try {
      ServiceThreads.daemon(this, "jfs-status").start();
    } catch (OutOfMemoryError | SecurityException e) {
      known.run(); // then it has the connections in which JFS has a part already
    }
  }

  /**
   * On a thread of its own: a thread that closes a socket and lingers may hold the socket's lock.
   */
  @Override
  public void run() {
    try {
      Connections.ofProcess().learn();
    } catch (OutOfMemoryError e) {
      // Then the report has what JFS has a part in.
    } finally {
      known.run();
    }
  }

  /** The report can be sent from now on. */
  void begin() {
    for (ShmEndpoint endpoint : registry.all()) {
      endpoint.explainSilence();
    }
    report = new StatusReport(Connections.ofProcess(), each);
  }

  /**
   * Sends one part, made when there is room for it: a client that reads fast does not keep others
   * waiting, and one that reads nothing takes up no memory.
   */
  void tellMore() throws IOException {
    if (report == null) {
      return;
    }
    socket.flushLate(); // else this would wait for frames that no other call sends
    if (socket.hasSentAll()) {
      StatusReport telling = report;
      Frame part = telling.next();
      asked = !telling.isTold();
      report = asked ? telling : null;
      socket.moreToSend(asked);
      socket.send(part.finish());
    }
  }
}
