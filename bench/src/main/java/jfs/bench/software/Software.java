package jfs.bench.software;

/** A program of two ends, each of which lives in a JVM of its own. */
public interface Software {

  /** Makes one end. */
  interface Factory {
    Software make() throws Exception;
  }

  /** An operation that the client repeats. */
  interface Operation {
    void run() throws Exception;
  }

  /**
   * Starts the server.
   *
   * @return a port that the client is told
   */
  int serve() throws Exception;

  /** Prepares the client for a phase, which is not timed, and answers what it repeats. */
  Operation phase(String name, int port) throws Exception;
}
