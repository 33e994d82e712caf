package jfs.agent.programs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** The JDK's HTTP clients against its server, on channels, and one on sockets. */
public final class HttpClients {

  private HttpClients() {}

  public static void main(String[] args) throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    HttpServer channels = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    channels.createContext(
        "/",
        exchange -> {
          byte[] asked = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(asked);
            out.write("from channels".getBytes(US_ASCII));
          }
        });
    channels.start();
    ask("http://127.0.0.1:" + channels.getAddress().getPort() + "/a");
    channels.stop(0);

    try (ServerSocket sockets = Loopback.listen()) {
      Thread serving = new Thread(() -> serve(sockets));
      serving.setDaemon(true);
      serving.start();
      ask("http://127.0.0.1:" + sockets.getLocalPort() + "/b");
      Say.outcome(
          "client",
          () ->
              HttpClient.newBuilder()
                  .version(HttpClient.Version.HTTP_1_1)
                  .build()
                  .send(
                      HttpRequest.newBuilder(uri(sockets.getLocalPort(), "/c")).build(),
                      BodyHandlers.ofString())
                  .body());
    }
  }

  private static URI uri(int port, String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private static void ask(String url) {
    Say.outcome("get", () -> send(url, 0));
    Say.outcome("get again", () -> send(url, 0));
    Say.outcome("post", () -> send(url, 100_000));
  }

  private static String send(String url, int body) throws IOException {
    HttpURLConnection http = (HttpURLConnection) URI.create(url).toURL().openConnection();
    if (body > 0) {
      http.setDoOutput(true);
      http.getOutputStream().write(new byte[body]);
    }
    try (InputStream in = http.getInputStream()) {
      byte[] answer = in.readAllBytes();
      return (http.getResponseCode() + " " + answer.length + " ")
          + new String(answer, Math.max(0, answer.length - 13), 13, US_ASCII);
    }
  }

  private static void serve(ServerSocket listener) {
    try {
      while (true) {
        Socket socket = listener.accept();
        Thread serving = new Thread(() -> serveOne(socket));
        serving.setDaemon(true);
        serving.start();
      }
    } catch (IOException e) {
      // the listener was closed
    }
  }

  private static void serveOne(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      for (String request = in.readLine(); request != null; request = in.readLine()) {
        int length = 0;
        for (String header = in.readLine(); !header.isEmpty(); header = in.readLine()) {
          if (header.startsWith("Content-Length: ")) {
            length = Integer.parseInt(header.substring("Content-Length: ".length()));
          }
        }
        for (int i = 0; i < length; i++) {
          if (in.read() < 0) {
            return;
          }
        }
        socket
            .getOutputStream()
            .write("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nfrom sockets!".getBytes(US_ASCII));
      }
    } catch (IOException e) {
      System.out.println(e);
    }
  }
}
