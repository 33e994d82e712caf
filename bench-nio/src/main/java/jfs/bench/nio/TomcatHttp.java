package jfs.bench.nio;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jfs.bench.software.Software;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** Tomcat's NIO connector, and the JDK's HTTP client. */
final class TomcatHttp implements Software {

  private static final int BYTES = 4000;
  private static final int AT_ONCE = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Answers the payload that a query names, or what is posted. */
  private static final class PayloadServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      answer(request, response, Payloads.of(Long.parseLong(request.getParameter("n")), BYTES));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      answer(request, response, request.getInputStream().readAllBytes());
    }

    private static void answer(
        HttpServletRequest request, HttpServletResponse response, byte[] body) throws IOException {
      if (request.getRequestURI().equals("/close")) {
        response.setHeader("Connection", "close");
      }
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }

  private HttpClient client;
  private long number;

  @Override
  public int serve() throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxKeepAliveRequests", "-1");
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "payload", new PayloadServlet()).addMapping("/");
    tomcat.start();
    return connector.getLocalPort();
  }

  @Override
  public Operation phase(String name, int port) {
    if (client == null) {
      client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }
    String place = "http://127.0.0.1:" + port + (name.endsWith("-close") ? "/close" : "/keep");
    return switch (name) {
      case "get", "get-close" -> () -> get(place);
      case "post", "post-close" -> () -> await(post(place));
      case "posts-at-once" -> () -> postAtOnce(place);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private void get(String place) throws Exception {
    long wanted = ++number;
    await(check(wanted, HttpRequest.newBuilder(URI.create(place + "?n=" + wanted)).GET()));
  }

  private CompletableFuture<Void> post(String place) {
    long sent = ++number;
    HttpRequest.BodyPublisher body =
        HttpRequest.BodyPublishers.ofByteArray(Payloads.of(sent, BYTES));
    return check(sent, HttpRequest.newBuilder(URI.create(place)).POST(body));
  }

  private void postAtOnce(String place) throws Exception {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      all.add(post(place));
    }
    for (CompletableFuture<Void> one : all) {
      await(one);
    }
  }

  private CompletableFuture<Void> check(long wanted, HttpRequest.Builder request) {
    return client
        .sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
        .thenAccept(
            response -> {
              if (response.statusCode() != 200) {
                throw new IllegalStateException("a wrong answer: " + response);
              }
              Payloads.require(wanted, BYTES, response.body());
            });
  }

  private static void await(CompletableFuture<Void> answered) throws Exception {
    answered.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
