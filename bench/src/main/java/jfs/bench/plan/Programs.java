package jfs.bench.plan;

import java.util.List;

/**
 * The two programs that a suite measures.
 *
 * @param name by which the family's main class knows both of them
 * @param baseline the words for the C program to do the same; none if it cannot
 * @param crowded whether more threads wait than there are CPUs
 */
public record Programs(Family family, String name, List<String> baseline, boolean crowded) {

  public static final Programs PING_PONG =
      new Programs(Family.PLAIN, "pingpong", List.of("pingpong"), false);

  public static final Programs CONNECT = plain("connect");
  public static final Programs SHORT = plain("short");
  public static final Programs RMI = plain("rmi");
  public static final Programs BIDIR = plain("bidir");
  public static final Programs CONNECTIONS = plain("connections");
  public static final Programs SELECTOR = plain("selector");
  public static final Programs INCAST = new Programs(Family.PLAIN, "incast", List.of(), true);

  /** Echoes at a pace. */
  public static final Programs CPU = plain("cpu");

  /** Writes graphs of objects, and reads them. */
  public static final Programs SERIAL = new Programs(Family.SERIAL, "serial", List.of(), false);

  /** Whatever parallel programs a workload names. */
  public static final Programs APPS = new Programs(Family.APPS, "", List.of(), true);

  /** Whatever software a workload names. */
  public static final Programs SOFTWARE = new Programs(Family.SOFTWARE, "", List.of(), true);

  /** Whatever software on channels a workload names. */
  public static final Programs NIO_SOFTWARE =
      new Programs(Family.NIO_SOFTWARE, "", List.of(), true);

  /** The least program that makes a connection, as a software. */
  public static final String ECHO = "echo";

  private static Programs plain(String name) {
    return new Programs(Family.PLAIN, name, List.of(), false);
  }

  public static Programs many(int connections) {
    List<String> baseline = List.of("many", "--connections", String.valueOf(connections));
    return new Programs(Family.PLAIN, "many", baseline, true);
  }

  /** The programs of that name, of the same family. */
  public Programs named(String other) {
    return new Programs(family, other, baseline, crowded);
  }

  /** The words that the server is started with. */
  public List<String> serverWords() {
    return List.of("server", name);
  }

  /** The words that the client is started with, given the server's port. */
  public List<String> clientWords(String port) {
    return List.of("client", name, port);
  }
}
