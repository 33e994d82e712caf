package jfs.agent.programs.apps;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import jfs.agent.programs.ServerHost;

/** The JDK's {@link HttpURLConnection}, with a server that blocks and keeps connections alive. */
final class HttpApp implements AppKind {

  private static final int BYTES = 200_000;
  private static final String LENGTH = "content-length: ";

  @Override
  public int serve() throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, ServerHost.ADDRESS);
    new Thread(() -> accept(listener)).start();
    return listener.getLocalPort();
  }

  private static void accept(ServerSocket listener) {
    while (true) {
      try {
        Socket socket = listener.accept();
        new Thread(() -> answer(socket)).start();
      } catch (IOException e) {
        e.printStackTrace();
        Runtime.getRuntime().halt(2);
      }
    }
  }

  private static void answer(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      for (int length = header(in); length >= 0; length = header(in)) {
        byte[] body = in.readNBytes(length);
        out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n").getBytes(US_ASCII));
        out.write(body);
      }
    } catch (IOException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(2);
    }
  }

  /** The length of a request's body; -1 if there is no request. */
  private static int header(InputStream in) throws IOException {
    int length = -1;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith(LENGTH)) {
        length = Integer.parseInt(lower.substring(LENGTH.length()));
      }
    }
    return length;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public Client connect(int port) throws IOException {
    URL url =
        URI.create("http://" + ServerHost.ADDRESS.getHostAddress() + ":" + port + "/").toURL();
    byte[] sent = new byte[BYTES];
    new Random().nextBytes(sent);
    return () -> exchange(url, sent);
  }

  private static void exchange(URL url, byte[] sent) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(sent.length);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(sent);
    }
    try (InputStream in = connection.getInputStream()) {
      if (!Arrays.equals(sent, in.readAllBytes())) {
        throw new IOException("not what was sent");
      }
    }
  }
}
