package jfs.agent.programs.peers;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.FutureTask;

/**
 * {@code Listening server} or {@code Listening client PORT}: each end has a thread that reads from
 * the start. The client sends until its standard input has a line, says how many bytes that were,
 * and sends ten megabytes more; then the server sends as much. Each byte is checked. Each end says
 * how many bytes it has sent, and keeps the connection until its standard input ends.
 */
public final class Listening {

  private static final int PIECE = 1000;
  private static final int MORE_PIECES = 10_000;

  private Listening() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("server")) {
      try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        System.out.println(listener.getLocalPort());
        try (Socket socket = listener.accept()) {
          long pieces = read(socket).get();
          for (long i = 0; i < pieces; i++) {
            write(socket.getOutputStream(), i, i + 1 == pieces);
          }
          System.out.println(pieces * PIECE);
          awaitEndOfInput();
        }
      }
    } else {
      int port = Integer.parseInt(args[1]);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        FutureTask<Long> reader = read(socket);
        long pieces = 0;
        while (System.in.available() == 0) {
          write(socket.getOutputStream(), pieces, false);
          pieces++;
        }
        System.out.println(pieces * PIECE);
        for (int left = MORE_PIECES; left > 0; left--) {
          write(socket.getOutputStream(), pieces, left == 1);
          pieces++;
        }
        if (reader.get() != pieces) {
          throw new IOException("not as much came back");
        }
        System.out.println(pieces * PIECE);
        awaitEndOfInput();
      }
    }
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // Not yet.
    }
  }

  private static FutureTask<Long> read(Socket socket) {
    FutureTask<Long> reader = new FutureTask<>(() -> check(socket.getInputStream()));
    new Thread(reader).start();
    return reader;
  }

  /** Reads pieces up to the last one, and returns how many. */
  private static long check(InputStream stream) throws IOException {
    DataInputStream in = new DataInputStream(stream);
    byte[] bytes = new byte[PIECE];
    long pieces = 0;
    do {
      in.readFully(bytes);
      for (int i = 1; i < PIECE; i++) {
        if (bytes[i] != at(pieces, i)) {
          throw new IOException("wrong byte in piece " + pieces);
        }
      }
      pieces++;
    } while (bytes[0] == 0);
    return pieces;
  }

  private static void write(OutputStream out, long piece, boolean last) throws IOException {
    byte[] bytes = new byte[PIECE];
    bytes[0] = (byte) (last ? 1 : 0);
    for (int i = 1; i < PIECE; i++) {
      bytes[i] = at(piece, i);
    }
    out.write(bytes);
  }

  private static byte at(long piece, int place) {
    return (byte) (piece * 31 + place);
  }
}
