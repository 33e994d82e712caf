package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * {@code Puppet [PORT]}: one connection, made or accepted, and what is done with it line by line:
 * {@code write N}, {@code read N}, {@code shut} for output, and {@code end} to read until the end
 * and say, twice, what that is. Each line is answered when it is done, and {@code wait} before it
 * does what {@code end} does.
 */
public final class Puppet {

  private Puppet() {}

  public static void main(String[] args) throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (Socket socket =
        args.length > 0 ? new Socket(here, Integer.parseInt(args[0])) : accept(here)) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        obey(line.split(" "), socket);
      }
    }
  }

  private static Socket accept(InetAddress here) throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, here)) {
      System.out.println(listener.getLocalPort());
      return listener.accept();
    }
  }

  private static void obey(String[] order, Socket socket) throws IOException {
    switch (order[0]) {
      case "write" -> socket.getOutputStream().write(new byte[Integer.parseInt(order[1])]);
      case "read" -> readExactly(Integer.parseInt(order[1]), socket);
      case "shut" -> socket.shutdownOutput();
      case "wait" -> {
        System.out.println("done");
        System.out.println(readToEnd(socket) + ", then " + readToEnd(socket));
        return;
      }
      default -> {
        System.out.println(readToEnd(socket) + ", then " + readToEnd(socket));
        return;
      }
    }
    System.out.println("done");
  }

  private static void readExactly(int bytes, Socket socket) throws IOException {
    if (socket.getInputStream().readNBytes(bytes).length < bytes) {
      throw new EOFException();
    }
  }

  private static String readToEnd(Socket socket) {
    int bytes = 0;
    try {
      while (socket.getInputStream().read() >= 0) {
        bytes++;
      }
      return bytes + " bytes and end of file";
    } catch (IOException e) {
      return bytes + " bytes and " + e.getMessage();
    }
  }
}
