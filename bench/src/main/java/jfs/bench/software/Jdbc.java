package jfs.bench.software;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.IntFunction;

/** A client of a database, as any program that uses JDBC. */
final class Jdbc implements Software {

  private static final int ROWS_A_BATCH = 50;
  private static final int MOST_ROWS = 2000;

  private final IntFunction<String> url;
  private final Starting starting;
  private Connection connection;
  private int rows;

  /** Starts a server and answers its port. */
  interface Starting {
    int serve() throws Exception;
  }

  Jdbc(IntFunction<String> url, Starting starting) {
    this.url = url;
    this.starting = starting;
  }

  @Override
  public int serve() throws Exception {
    return starting.serve();
  }

  @Override
  public Operation phase(String name, int port) throws SQLException {
    return switch (name) {
      case "connect" -> () -> connectAndAsk(port);
      case "insert" -> inserting(port);
      case "scan" -> scanning();
      case "lookup" -> lookingUp();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private Connection open(int port) throws SQLException {
    return DriverManager.getConnection(url.apply(port));
  }

  private void connectAndAsk(int port) throws SQLException {
    try (Connection brief = open(port);
        Statement statement = brief.createStatement();
        ResultSet answer = statement.executeQuery("values (1)")) {
      require(answer.next() && answer.getInt(1) == 1);
    }
  }

  private Operation inserting(int port) throws SQLException {
    connection = open(port);
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table item (id int primary key, name varchar(40), price double)");
    }
    PreparedStatement insert = connection.prepareStatement("insert into item values (?, ?, ?)");
    return () -> {
      for (int i = 0; i < ROWS_A_BATCH; i++) {
        insert.setInt(1, rows);
        insert.setString(2, "the name of item " + rows);
        insert.setDouble(3, rows * 0.25);
        insert.addBatch();
        rows++;
      }
      insert.executeBatch();
    };
  }

  private Operation scanning() throws SQLException {
    int expected = Math.min(rows, MOST_ROWS);
    PreparedStatement scan =
        connection.prepareStatement("select id, name, price from item where id < " + MOST_ROWS);
    return () -> {
      int seen = 0;
      try (ResultSet all = scan.executeQuery()) {
        while (all.next()) {
          seen += all.getString(2).length() > 0 ? 1 : 0;
        }
      }
      require(seen == expected);
    };
  }

  private Operation lookingUp() throws SQLException {
    int most = Math.min(rows, MOST_ROWS);
    PreparedStatement lookup =
        connection.prepareStatement("select name, price from item where id = ?");
    return () -> {
      int id = rows++ % most;
      lookup.setInt(1, id);
      try (ResultSet one = lookup.executeQuery()) {
        require(one.next() && one.getDouble(2) == id * 0.25);
      }
    };
  }

  private static void require(boolean right) {
    if (!right) {
      throw new IllegalStateException("a wrong answer");
    }
  }
}
