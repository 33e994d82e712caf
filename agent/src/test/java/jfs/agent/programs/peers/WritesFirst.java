package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jfs.agent.programs.ServerHost;
import jfs.agent.programs.soak.Noise;

/**
 * {@code WritesFirst CONNECTIONS [PORT]}: a server without PORT, or its client. For each number on
 * standard input, writes so many bytes to each connection and only then reads as many from each, at
 * both ends, as programs may as long as the kernel's buffers hold that.
 */
public final class WritesFirst {

  private static final long SEED = 7;

  private WritesFirst() {}

  public static void main(String[] args) throws Exception {
    int connections = Integer.parseInt(args[0]);
    List<Socket> sockets = args.length > 1 ? connect(connections, args[1]) : accept(connections);
    Noise noise = new Noise(SEED);
    long position = 0;
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("connected");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      byte[] bytes = new byte[Integer.parseInt(line)];
      noise.fill(position, bytes, 0, bytes.length);
      for (Socket socket : sockets) {
        socket.getOutputStream().write(bytes);
      }
      for (Socket socket : sockets) {
        new DataInputStream(socket.getInputStream()).readFully(bytes);
        noise.check(position, bytes, 0, bytes.length);
      }
      position += bytes.length;
      System.out.println("exact");
    }
    System.exit(0);
  }

  private static List<Socket> accept(int connections) throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try (ServerSocket listener = new ServerSocket(0, connections, ServerHost.ADDRESS)) {
      System.out.println(listener.getLocalPort());
      for (int i = 0; i < connections; i++) {
        sockets.add(listener.accept());
      }
    }
    return sockets;
  }

  private static List<Socket> connect(int connections, String port) throws Exception {
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      sockets.add(new Socket(ServerHost.ADDRESS, Integer.parseInt(port)));
    }
    return sockets;
  }
}
