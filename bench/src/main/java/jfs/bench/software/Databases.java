package jfs.bench.software;

import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.derby.drda.NetworkServerControl;
import org.h2.tools.Server;

/** Databases in the server's memory, with clients by JDBC. */
final class Databases {

  private static final String HOST = "127.0.0.1";

  private Databases() {}

  static Software h2() {
    return new Jdbc(
        port -> "jdbc:h2:tcp://" + HOST + ":" + port + "/mem:bench;DB_CLOSE_DELAY=-1;USER=sa",
        () -> Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start().getPort());
  }

  static Software derby() {
    System.setProperty("derby.stream.error.field", "java.lang.System.err");
    return new Jdbc(
        port ->
            "jdbc:derby://" + HOST + ":" + port + "/memory:bench;create=true;user=sa;password=sa",
        Databases::serveDerby);
  }

  private static int serveDerby() throws Exception {
    int port = freePort();
    NetworkServerControl control = new NetworkServerControl(InetAddress.getLoopbackAddress(), port);
    control.start(new PrintWriter(Writer.nullWriter()));
    while (!answers(control)) { // Derby's server listens without notice: ask it
      Thread.sleep(10);
    }
    return port;
  }

  private static boolean answers(NetworkServerControl control) {
    try {
      control.ping();
      return true;
    } catch (Exception e) {
      return false; // it has not begun to listen yet
    }
  }

  static Software hsqldb() {
    return new Jdbc(
        port -> "jdbc:hsqldb:hsql://" + HOST + ":" + port + "/bench;user=SA;password=",
        Databases::serveHsqldb);
  }

  private static int serveHsqldb() throws Exception {
    int port = freePort();
    org.hsqldb.server.Server server = new org.hsqldb.server.Server();
    server.setSilent(true);
    server.setLogWriter(null);
    server.setErrWriter(null);
    server.setAddress(HOST);
    server.setPort(port);
    server.setDatabaseName(0, "bench");
    server.setDatabasePath(0, "mem:bench");
    server.start();
    return port;
  }

  /** For a server that cannot be asked which port it was given. */
  static int freePort() throws Exception {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }
}
