package jfs.bench.software;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;

/** A blocking client of a web server on channels, which gain nothing. */
final class Http implements Software {

  private static final int BYTES = 2000;

  @Override
  public int serve() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    System.setProperty("sun.net.httpserver.nodelay", "true"); // it writes headers and body apart
    HttpServer server = HttpServer.create(any, 0);
    byte[] page = new byte[BYTES];
    server.createContext("/", exchange -> answer(exchange, page));
    server.start();
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, byte[] page) throws IOException {
    exchange.sendResponseHeaders(200, page.length);
    exchange.getResponseBody().write(page);
    exchange.close();
  }

  @Override
  public Operation phase(String name, int port) throws Exception {
    URL url = new URL("http://127.0.0.1:" + port + "/");
    boolean keep = name.equals("keep-alive");
    return () -> {
      HttpURLConnection request = (HttpURLConnection) url.openConnection();
      if (!keep) {
        request.setRequestProperty("Connection", "close");
      }
      try (InputStream in = request.getInputStream()) {
        if (in.readAllBytes().length != BYTES) {
          throw new IOException("a wrong answer");
        }
      }
    };
  }
}
