package jfs.contract;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;

/** A way to get sockets. */
public interface SocketKind {

  /** As shown in test reports. */
  String name();

  /** Makes a socket that is neither bound nor connected. */
  Socket newSocket() throws IOException;

  /** Makes a server socket that is not bound; its {@code accept} gives sockets of this kind. */
  ServerSocket newServerSocket() throws IOException;

  /** The same, but its {@code accept} accepts into what {@code blank} gives. */
  ServerSocket newServerSocket(Callable<Socket> blank) throws IOException;

  /** Prepares the two ends of a new connection, both of this kind, for the test. */
  default void settle(Socket client, Socket server) {}

  /** What {@code blank} gives, for callers that may throw only an {@link IOException}. */
  static Socket call(Callable<Socket> blank) throws IOException {
    try {
      return blank.call();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
