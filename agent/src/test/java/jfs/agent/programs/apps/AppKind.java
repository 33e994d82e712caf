package jfs.agent.programs.apps;

/** A kind of client and server. */
interface AppKind {

  /** A client that repeats something on the same connections. */
  interface Client {
    /** Sends some hundred kilobytes to the server and back, and checks them. */
    void exchange() throws Exception;
  }

  /** Starts a server with threads that are daemons or end with the JVM; returns its port. */
  int serve() throws Exception;

  Client connect(int port) throws Exception;

  static AppKind named(String name) {
    return switch (name) {
      case "rmi" -> new RmiApp();
      case "jdbc" -> new JdbcApp();
      case "http" -> new HttpApp();
      default -> throw new IllegalArgumentException(name);
    };
  }
}
