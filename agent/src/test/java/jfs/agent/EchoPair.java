package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;

/** A JVM that echoes and one that checks the echo. */
final class EchoPair implements AutoCloseable {

  final RunningJvm server;
  final RunningJvm client;
  final String port;
  private final Path summaries = Files.createTempDirectory("jfs-summaries");
  private ParsedSummary serverSummary;
  private ParsedSummary clientSummary;

  private EchoPair(UnaryOperator<ChildJvm> ofServer, Clients ofClient) throws IOException {
    server = ofServer.apply(jvm("server", EchoServer.class)).start();
    port = server.readLine();
    client = ofClient.with(jvm("client", EchoClient.class, port), server).start();
  }

  /** Makes the client's JVM, once the server runs. */
  interface Clients {
    ChildJvm with(ChildJvm jvm, RunningJvm server);
  }

  /** Starts both alike. */
  static EchoPair of(UnaryOperator<ChildJvm> both) throws IOException {
    return of(both, both);
  }

  static EchoPair of(UnaryOperator<ChildJvm> ofServer, UnaryOperator<ChildJvm> ofClient)
      throws IOException {
    return new EchoPair(ofServer, (jvm, server) -> ofClient.apply(jvm));
  }

  static EchoPair of(UnaryOperator<ChildJvm> ofServer, Clients ofClient) throws IOException {
    return new EchoPair(ofServer, ofClient);
  }

  private ChildJvm jvm(String name, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .withAgent(Medium.options("eager") + ",summary=" + summaries.resolve(name));
  }

  /** Sends bytes over the present connections, and over new ones. */
  EchoPair talk(int newConnections) throws IOException {
    client.send(Integer.toString(newConnections));
    client.expect("exact");
    return this;
  }

  /** Sends bytes over all connections until so many are on shared memory. */
  EchoPair untilShared(RendezvousFolder meeting, int connections) throws IOException {
    SwitchedConnections.await("shm", meeting, 2 * connections, () -> talk(0));
    return this;
  }

  /** Sends bytes over all connections until both JVMs have said something on standard error. */
  EchoPair untilWarned() throws IOException {
    while (server.errSoFar().isEmpty() || client.errSoFar().isEmpty()) {
      talk(0);
    }
    return this;
  }

  /** Ends both JVMs, which must have said next to nothing. */
  EchoPair end() throws IOException, InterruptedException {
    for (RunningJvm jvm : new RunningJvm[] {client, server}) {
      Exit exit = jvm.waitForExit().assertOk();
      assertTrue(exit.err().lines().count() <= 1, exit::toString);
    }
    try {
      clientSummary = ParsedSummary.in(summaries.resolve("client"));
      serverSummary = ParsedSummary.in(summaries.resolve("server"));
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
    return this;
  }

  ParsedSummary serverSummary() {
    return serverSummary;
  }

  ParsedSummary clientSummary() {
    return clientSummary;
  }

  @Override
  public void close() throws IOException {
    client.close();
    server.close();
    Files.deleteIfExists(summaries.resolve("client"));
    Files.deleteIfExists(summaries.resolve("server"));
    Files.delete(summaries);
  }
}
