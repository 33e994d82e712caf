package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import jfs.agent.programs.Tls;
import jfs.agent.programs.soak.Noise;

/**
 * {@code TlsEcho KEY_STORE PASSWORD}: says its port, and echoes what comes over one connection, by
 * TLS. {@code TlsEcho KEY_STORE PASSWORD PORT plain|layered}: for each line on standard input, a
 * number, sends that many pieces, checks their echo, and says "exact"; layered over a socket that
 * it has made itself, or not. Then each end says how the connection ended.
 */
public final class TlsEcho {

  /** The bytes of a piece. */
  public static final int PIECE = 10_000;

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private TlsEcho() {}

  public static void main(String[] args) throws Exception {
    SSLContext context = Tls.context(Path.of(args[0]), args[1].toCharArray());
    if (args.length == 2) {
      serve(context);
    } else {
      int port = Integer.parseInt(args[2]);
      try (SSLSocket socket =
          (SSLSocket)
              (args[3].equals("plain")
                  ? context.getSocketFactory().createSocket(HERE, port)
                  : context
                      .getSocketFactory()
                      .createSocket(new Socket(HERE, port), "localhost", port, true))) {
        talk(socket);
      }
    }
  }

  private static void serve(SSLContext context) throws IOException {
    try (SSLServerSocket listener =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, HERE)) {
      System.out.println(listener.getLocalPort());
      try (Socket socket = listener.accept()) {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[2 * PIECE];
        for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
          socket.getOutputStream().write(bytes, 0, n);
        }
        System.out.println("end");
      }
    }
  }

  private static void talk(SSLSocket socket) throws IOException {
    Noise noise = new Noise(PIECE);
    long position = 0;
    byte[] bytes = new byte[PIECE];
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      for (int i = Integer.parseInt(line); i > 0; i--) {
        noise.fill(position, bytes, 0, PIECE);
        socket.getOutputStream().write(bytes);
        noise.check(position, socket.getInputStream().readNBytes(PIECE), 0, PIECE);
        position += PIECE;
      }
      System.out.println("exact");
    }
    String protocol = socket.getSession().getProtocol();
    socket.shutdownOutput();
    System.out.println(protocol + " " + socket.getInputStream().read());
  }
}
