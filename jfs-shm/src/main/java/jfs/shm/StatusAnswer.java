package jfs.shm;

import java.io.IOException;
import jfs.core.runtime.ServiceThreads;
import jfs.core.stats.Connections;

/**
 * What is told over one link to somebody who asks about this JVM's connections. The exchange's
 * thread's own, but for {@link #run}.
 */
final class StatusAnswer implements Runnable {

  private final Exchange exchange;
  private final LinkSocket socket;
  private final Runnable known;

  /** What has not been told in full; null mostly. */
  private Report report;

  private boolean asked;

  /**
   * Makes one for a link.
   *
   * @param known has {@link #begin} called by the exchange's thread
   */
  StatusAnswer(Exchange exchange, LinkSocket socket, Runnable known) {
    this.exchange = exchange;
    this.socket = socket;
    this.known = known;
  }

  /** Somebody asks. */
  void asked() throws IOException {
    if (asked) {
      throw new IOException("asked again before the answer was taken");
    }
    asked = true;
    try {
      ServiceThreads.daemon(this, "jfs-status").start();
    } catch (OutOfMemoryError | SecurityException e) {
      known.run(); // what is known without asking, and that is nearly all
    }
  }

  /**
   * On a thread of its own: a socket's lock may be taken by a thread that closes it and lingers.
   */
  @Override
  public void run() {
    try {
      Connections.ofProcess().learnAddresses();
    } catch (OutOfMemoryError e) {
      // Then what is known is told.
    } finally {
      known.run();
    }
  }

  /** The answer can be told from now on. */
  void begin() {
    exchange.explainSilence();
    report = new Report(Connections.ofProcess());
  }

  /**
   * Sends one part, made when there is room for it: neither one who reads fast keeps the others
   * waiting, nor does one who reads nothing take up memory.
   */
  void tellMore() throws IOException {
    if (report == null) {
      return;
    }
    socket.flushLate(); // else it would be waited for, and nobody would send it
    if (socket.hasSentAll()) {
      Report telling = report;
      Frame part = telling.next();
      asked = !telling.isTold();
      report = asked ? telling : null;
      socket.moreToSend(asked);
      socket.send(part.finish());
    }
  }
}
