package jfs.bench.program;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import jfs.bench.child.Hosts;

/**
 * Answers requests on connections that live briefly. A request is a header of 4 bytes, its body's
 * length, and the body; the body is the answer. A connection to the first port gets the number of a
 * new one: each kind of connection has a listener of its own, as in programs.
 */
final class ShortServer {

  static final int HEADER_BYTES = 4;

  private ShortServer() {}

  /** Begins, and answers the first port. */
  static int serve() throws IOException {
    ServerSocket ports = Hosts.listen(0);
    Acceptor.start(ports, Acceptor.USUAL_STACK, ShortServer::givePort);
    return ports.getLocalPort();
  }

  private static void givePort(Socket socket) throws IOException {
    ServerSocket listener = Hosts.listen(0);
    Acceptor.start(listener, Acceptor.USUAL_STACK, ShortServer::answerRequests);
    new DataOutputStream(socket.getOutputStream()).writeInt(listener.getLocalPort());
  }

  private static void answerRequests(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] header = new byte[HEADER_BYTES];
    byte[] body = {};
    while (in.readNBytes(header, 0, HEADER_BYTES) == HEADER_BYTES) {
      int length = length(header);
      body = body.length == length ? body : new byte[length];
      if (in.readNBytes(body, 0, length) < length) {
        throw new EOFException("in a request");
      }
      socket.getOutputStream().write(body);
    }
  }

  private static int length(byte[] header) {
    int length = 0;
    for (byte b : header) {
      length = (length << Byte.SIZE) | (b & 0xff);
    }
    return length;
  }

  /** Asks for a listener of one's own. */
  static int port(int at) throws IOException {
    try (Socket socket = Hosts.connect(at)) {
      return new DataInputStream(socket.getInputStream()).readInt();
    }
  }
}
