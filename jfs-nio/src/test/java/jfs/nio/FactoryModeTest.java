package jfs.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.List;
import jfs.core.JfsSocketImplFactory;
import jfs.testing.ForkedMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both factories are set, in a JVM without flags: what programs do then works, over JFS. */
class FactoryModeTest {

  @TempDir Path folder;

  @Test
  void rmiSaysHello() throws Exception {
    assertEquals("hello, world", ForkedMain.run(Rmi.class, List.of()));
  }

  @Test
  void httpUrlConnectionGetsAPage() throws Exception {
    assertEquals("a page", ForkedMain.run(Http.class, List.of()));
  }

  @Test
  void acceptsOnTheThreadThatConnected() throws Exception {
    assertEquals("42", ForkedMain.run(OneThread.class, List.of()));
  }

  @Test
  void carrierIsChosenByName() throws Exception {
    assertEquals("42", ForkedMain.run(OneThread.class, List.of("-Djfs.carrier=channel")));
  }

  @Test
  void summaryIsWrittenAndSaysWhyConnectionsStayOnTcp() throws Exception {
    Path file = folder.resolve("summary");
    assertEquals("42", ForkedMain.run(OneThread.class, List.of("-Djfs.summary=" + file)));
    String summary = Files.readString(file);
    assertTrue(summary.contains("\"opened\":1,\"accepted\":1,"), summary);
    assertTrue(summary.contains("\"reasons\":{\"channel-carrier\":2}"), summary);
  }

  @Test
  void openPackagesAreAllThatSharedMemoryNeeds() throws Exception {
    Path file = folder.resolve("summary");
    List<String> options =
        List.of(
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-Djfs.summary=" + file);
    assertEquals("42", ForkedMain.run(OneThread.class, options));
    assertFalse(Files.readString(file).contains("channel-carrier"), Files.readString(file));
  }

  @Test
  void messagesAreThoseThatOptionsAskFor() throws Exception {
    String said = ForkedMain.run(OneThread.class, List.of("-Djfs.colour=red"));
    assertTrue(said.contains("jfs: warn: ignored: unknown option '-Djfs.colour'"), said);
    assertEquals(
        "42", ForkedMain.run(OneThread.class, List.of("-Djfs.colour=red", "-Djfs.log=error")));
  }

  private static void assertWarns(String form, String... options) throws Exception {
    List<String> said = ForkedMain.run(OneThread.class, List.of(options)).lines().toList();
    assertEquals(2, said.size(), said::toString);
    assertTrue(said.get(0).matches("jfs: warn: " + form), said::toString);
    assertEquals("42", said.get(1));
  }

  @Test
  void whatWasAskedForAndCannotBeHadIsALineAtTheStart() throws Exception {
    assertWarns("ignored: bad value 'pigeon' .*", "-Djfs.carrier=pigeon");
    assertWarns("carrier=platform cannot be had: .*", "-Djfs.carrier=platform");
    assertWarns("no summary in " + folder + ": it is a folder", "-Djfs.summary=" + folder);
    assertWarns("without --add-opens .*, channels keep all .*", "-Djfs.shm=eager");
    assertWarns("carrier=channel keeps all .*", "-Djfs.carrier=channel", "-Djfs.shm=on");
    assertWarns("enabled=false is the agent's: .*", "-Djfs.enabled=false");
    assertEquals("42", ForkedMain.run(OneThread.class, List.of("-Djfs.shm=off")));
  }

  @SuppressWarnings("deprecation") // deprecated since 17, and here to stay
  static void install() throws IOException {
    JfsSocketImplFactory jfs = new JfsSocketImplFactory();
    Socket.setSocketImplFactory(jfs);
    ServerSocket.setSocketFactory(jfs);
  }

  /** A remote greeting. */
  public interface Greeter extends Remote {
    /** Greets. */
    String greet(String name) throws RemoteException;
  }

  /** Exports, registers, looks up and calls. */
  static final class Rmi implements Greeter {
    @Override
    public String greet(String name) {
      return "hello, " + name;
    }

    public static void main(String[] args) throws Exception {
      install();
      Registry registry = LocateRegistry.createRegistry(0);
      Rmi greeter = new Rmi();
      registry.bind("greeter", UnicastRemoteObject.exportObject(greeter, 0));
      System.out.println(((Greeter) registry.lookup("greeter")).greet("world"));
      System.exit(0);
    }
  }

  /** Serves a page over NIO, which no factory changes, and gets it over JFS. */
  static final class Http {
    private Http() {}

    public static void main(String[] args) throws Exception {
      install();
      byte[] page = "a page".getBytes(StandardCharsets.UTF_8);
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
          });
      server.start();
      URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      try (InputStream in = connection.getInputStream()) {
        System.out.println(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
      System.exit(0);
    }
  }

  /** Connects and then accepts. */
  static final class OneThread {
    private OneThread() {}

    public static void main(String[] args) throws Exception {
      install();
      try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
          Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
          Socket server = listener.accept()) {
        client.getOutputStream().write(42);
        System.out.println(server.getInputStream().read());
      }
    }
  }
}
