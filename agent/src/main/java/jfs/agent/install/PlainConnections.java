package jfs.agent.install;

import jfs.core.config.Log;

/** The agent's look at java.net.JfsPlainConnections, which is compiled after it. */
final class PlainConnections {

  private PlainConnections() {}

  /** Has those observed that end without JFS. */
  static void observe() {
    try {
      Class.forName("java.net.JfsPlainConnections", true, null).getMethod("observe").invoke(null);
    } catch (ReflectiveOperationException | LinkageError e) {
      Log.debug("plain connections not observed", e);
    }
  }
}
