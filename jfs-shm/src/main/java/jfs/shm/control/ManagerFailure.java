package jfs.shm.control;

import java.util.concurrent.atomic.AtomicReference;
import jfs.core.config.Log;

/** Whether the connection manager has failed, for good, and why. Any thread may call. */
final class ManagerFailure {

  private volatile boolean failed;

  /** Why it failed: logged once, when it concerns a connection. */
  private final AtomicReference<String> complaint = new AtomicReference<>();

  /** Whether it has failed, and makes no links any more. */
  boolean isOver() {
    return failed;
  }

  /** The same; called where a connection wants the manager, since it also logs why. */
  boolean hasFailed() {
    if (failed) {
      complain();
    }
    return failed;
  }

  /** The manager has failed. */
  void fail() {
    failed = true;
  }

  /** Says why, to be logged once. */
  void because(String why) {
    complaint.set(why);
  }

  /** Logs why, unless that was logged before. */
  void complain() {
    String unsaid = complaint.getAndSet(null);
    if (unsaid != null) {
      Log.warn(unsaid);
    }
  }
}
