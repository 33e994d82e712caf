package jfs.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Two ends of one connection at the {@link EndAddresses}, and the listener that made it. Closes all
 * three.
 */
public final class Connected implements AutoCloseable {

  /** The end that connected. */
  public final Socket client;

  /** The end that was accepted. */
  public final Socket server;

  /** Still listening. */
  public final ServerSocket listener;

  private Connected(Socket client, Socket server, ServerSocket listener) {
    this.client = client;
    this.server = server;
    this.listener = listener;
  }

  /** Connects, and then accepts, on this one thread. */
  public static Connected of(KindPairing pairing) throws IOException {
    return of(pairing, 0);
  }

  /** The same, with the size of the client's receive buffer; 0 leaves it alone. */
  static Connected of(KindPairing pairing, int receiveBuffer) throws IOException {
    ServerSocket listener = listen(pairing.server());
    Socket client = pairing.client().newSocket();
    if (receiveBuffer > 0) {
      client.setReceiveBufferSize(receiveBuffer);
    }
    client.connect(listener.getLocalSocketAddress());
    Socket server = listener.accept();
    pairing.settle(client, server);
    return new Connected(client, server, listener);
  }

  /** A server socket that listens at the servers' address, at a port that the kernel chooses. */
  public static ServerSocket listen(SocketKind kind) throws IOException {
    ServerSocket listener = kind.newServerSocket();
    listener.bind(EndAddresses.anyServerPort());
    return listener;
  }

  /** The client's input. */
  public InputStream clientIn() throws IOException {
    return client.getInputStream();
  }

  /** The client's output. */
  public OutputStream clientOut() throws IOException {
    return client.getOutputStream();
  }

  /** The server's input. */
  public InputStream serverIn() throws IOException {
    return server.getInputStream();
  }

  /** The server's output. */
  public OutputStream serverOut() throws IOException {
    return server.getOutputStream();
  }

  @Override
  public void close() throws IOException {
    try (listener;
        server) {
      client.close();
    }
  }
}
