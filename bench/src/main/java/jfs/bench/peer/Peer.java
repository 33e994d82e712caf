package jfs.bench.peer;

/** A means for two Java processes of one host to exchange bytes. */
interface Peer {

  /** Why it cannot be used here, in a line, or null if it can. */
  String obstacle();

  /**
   * Serves one client after the other, on threads of its own.
   *
   * @return the number that a client finds it by: a port, or this process's
   */
  int serve() throws Exception;

  /** Connects to a server. */
  Timing connect(int number) throws Exception;

  /** What a client can be told to time. Both answer with a line for the harness. */
  interface Timing {

    /** Echoes of messages of a size, one after the other, with so long between their begins. */
    String echo(int size, int count, long paceNanos) throws Exception;

    /** Messages one way, until the server says that it has all. */
    String stream(int size, int count) throws Exception;
  }
}
