package jfs.nio;

import java.io.IOException;
import java.nio.channels.Selector;
import jfs.core.runtime.ServiceThreads;

/** The {@link Poller} that many threads share, started when the first one needs it. */
class SharedPoller {

  private static final SharedPoller OF_PROCESS = new SharedPoller();

  /** Null until its thread has started. Written under the monitor. */
  private volatile Poller started;

  /** For tests; the process uses {@link #OF_PROCESS}. */
  SharedPoller() {}

  /** The one of this process. */
  static Poller ofProcess() throws IOException {
    return OF_PROCESS.get();
  }

  /**
   * The poller. If its thread can't be started now, only this call fails, and the next one tries
   * again.
   */
  Poller get() throws IOException {
    Poller running = started;
    return running == null ? start() : running;
  }

  private synchronized Poller start() throws IOException {
    if (started == null) {
      Selector selector = Selector.open();
      try {
        Poller poller = new Poller(selector);
        startThread(poller);
        started = poller;
      } finally {
        if (started == null) {
          selector.close();
        }
      }
    }
    return started;
  }

  /** Starts its thread. May fail for lack of threads or of heap. */
  void startThread(Poller poller) {
    ServiceThreads.lasting(poller, "jfs-poller").start();
  }
}
