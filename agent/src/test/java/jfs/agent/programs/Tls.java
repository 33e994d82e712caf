package jfs.agent.programs;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Talks TLS to itself, with the keys of a file: {@code Tls KEY_STORE PASSWORD}. */
public final class Tls {

  private Tls() {}

  public static void main(String[] args) throws Exception {
    SSLContext context = context(Path.of(args[0]), args[1].toCharArray());
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (SSLServerSocket listener =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 50, loopback)) {
      int port = listener.getLocalPort();
      talk("plain", listener, () -> context.getSocketFactory().createSocket(loopback, port));
      talk("unbound", listener, () -> later(context, listener));
      talk(
          "layered",
          listener,
          () ->
              context
                  .getSocketFactory()
                  .createSocket(new Socket(loopback, port), "localhost", port, true));
    }
    try (Loopback c = new Loopback()) {
      c.client.close();
      Say.outcome("handshake with nobody", () -> handshakeOver(context, c.server));
    }
  }

  private static Socket later(SSLContext context, SSLServerSocket listener) throws Exception {
    Socket socket = context.getSocketFactory().createSocket();
    socket.connect(listener.getLocalSocketAddress(), 5000);
    return socket;
  }

  private static boolean handshakeOver(SSLContext context, Socket socket) throws Exception {
    try (SSLSocket tls =
        (SSLSocket) context.getSocketFactory().createSocket(socket, "localhost", 1, true)) {
      tls.startHandshake();
      return true;
    }
  }

  private static void talk(String what, SSLServerSocket listener, Callable<Socket> connecting)
      throws Exception {
    FutureTask<Boolean> serving =
        new FutureTask<>(
            () -> {
              try (Socket server = listener.accept()) {
                server.getOutputStream().write(server.getInputStream().readNBytes(50_000));
                return server.getInputStream().read() < 0;
              }
            });
    new Thread(serving).start();
    try (SSLSocket client = (SSLSocket) connecting.call()) {
      client.getOutputStream().write(new byte[50_000]);
      int echoed = client.getInputStream().readNBytes(50_000).length;
      String protocol = client.getSession().getProtocol();
      client.shutdownOutput();
      System.out.println(what + ": " + echoed + " " + protocol + " " + serving.get());
    }
  }

  /** What makes sockets with the keys of a file. */
  public static SSLContext context(Path keys, char[] password) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, password);
    }
    KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
    keyManagers.init(store, password);
    TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
    trustManagers.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
    return context;
  }
}
