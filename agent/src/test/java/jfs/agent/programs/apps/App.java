package jfs.agent.programs.apps;

/** A kind of client and server. */
interface App {

  /** Something a client does again and again on the same connections. */
  interface Client {
    /** Has some hundred kilobytes go to the server and come back, and checks them. */
    void exchange() throws Exception;
  }

  /** Starts a server, whose threads are daemons or end with the JVM; answers its port. */
  int serve() throws Exception;

  Client connect(int port) throws Exception;

  static App named(String name) {
    return switch (name) {
      case "rmi" -> new RmiApp();
      case "jdbc" -> new JdbcApp();
      case "http" -> new HttpApp();
      default -> throw new IllegalArgumentException(name);
    };
  }
}
