package jfs.contract;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** A way to get sockets. */
public interface SocketKind {

  /** As shown in test reports. */
  String name();

  /** Makes a socket that is neither bound nor connected. */
  Socket newSocket() throws IOException;

  /** Makes a server socket that is not bound; its {@code accept} gives sockets of this kind. */
  ServerSocket newServerSocket() throws IOException;
}
