package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jfs.agent.programs.ServerHost;

/**
 * {@code Downloads CONNECTIONS}: a server that writes a message to each connection for each line
 * {@code message} that it is given, and at {@code end} reads what its peers have written before
 * that. So their uploads lie in the kernel, partly in theirs, while it writes.
 */
public final class Downloads {

  private Downloads() {}

  public static void main(String[] args) throws IOException {
    List<Socket> sockets = new ArrayList<>();
    try (ServerSocket listener = new ServerSocket(0, 50, ServerHost.ADDRESS)) {
      System.out.println(listener.getLocalPort());
      while (sockets.size() < Integer.parseInt(args[0])) {
        sockets.add(listener.accept());
      }
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    while (in.readLine().equals("message")) {
      for (Socket socket : sockets) {
        socket.getOutputStream().write(new byte[Uploads.MESSAGE]);
      }
    }
    Map<String, Integer> endings = new TreeMap<>();
    for (Socket socket : sockets) {
      endings.merge(readAll(socket), 1, Integer::sum);
    }
    System.out.println(endings);
  }

  private static String readAll(Socket socket) {
    long bytes = 0;
    try (socket) {
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        bytes += n;
      }
      return bytes + " bytes";
    } catch (IOException e) {
      return e.getMessage() + " after " + bytes + " bytes";
    }
  }
}
