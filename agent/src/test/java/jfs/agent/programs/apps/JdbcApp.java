package jfs.agent.programs.apps;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;
import jfs.agent.programs.ServerHost;
import org.h2.tools.Server;

/** A database: H2's server, over JDBC. */
final class JdbcApp implements AppKind {

  private static final int ROWS = 200;
  private static final int BYTES = 1000;

  @Override
  public int serve() throws Exception {
    System.setProperty("h2.bindAddress", ServerHost.ADDRESS.getHostAddress());
    return Server.createTcpServer("-tcpPort", "0", "-tcpAllowOthers", "-ifNotExists", "-tcpDaemon")
        .start()
        .getPort();
  }

  @Override
  public Client connect(int port) throws Exception {
    String url = "jdbc:h2:tcp://" + ServerHost.ADDRESS.getHostAddress() + ":" + port + "/mem:test";
    Connection connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table measured(id int primary key, bytes varbinary(" + BYTES + "))");
    }
    return () -> exchange(connection);
  }

  private static void exchange(Connection connection) throws SQLException {
    byte[][] rows = new byte[ROWS][BYTES];
    Random random = new Random();
    try (PreparedStatement insert =
        connection.prepareStatement("insert into measured values(?, ?)")) {
      for (int i = 0; i < ROWS; i++) {
        random.nextBytes(rows[i]);
        insert.setInt(1, i);
        insert.setBytes(2, rows[i]);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    try (Statement statement = connection.createStatement()) {
      int count = 0;
      try (ResultSet all = statement.executeQuery("select id, bytes from measured")) {
        while (all.next()) {
          if (!Arrays.equals(rows[all.getInt(1)], all.getBytes(2))) {
            throw new IllegalStateException("row " + all.getInt(1) + " is not what was inserted");
          }
          count++;
        }
      }
      int deleted = statement.executeUpdate("delete from measured");
      if (count != ROWS || deleted != ROWS) {
        throw new IllegalStateException(count + " rows, and " + deleted + " deleted");
      }
    }
  }
}
