package jfs.agent.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes and uses connections as it is told, line by line, and says "done" to each line. */
public final class Dialogue {

  private final List<Loopback> loops = new ArrayList<>();
  private final List<Socket> sockets = new ArrayList<>();

  private Dialogue() {}

  public static void main(String[] args) throws Exception {
    Dialogue dialogue = new Dialogue();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      dialogue.obey(line.split(" ", -1));
      System.out.println("done");
    }
    for (Socket socket : dialogue.sockets) {
      socket.close();
    }
    for (Loopback loop : dialogue.loops) {
      loop.close();
    }
  }

  private void obey(String... words) throws IOException {
    int number = Integer.parseInt(words[1]);
    switch (words[0]) {
      case "loop" -> loop(number);
      case "connect" -> connect(words[2], number);
      case "write" -> write(number);
      case "echo" -> echo(number);
      case "half-close" -> halfClose(loops.get(number));
      case "close" -> loops.remove(number).close();
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private void loop(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      loops.add(new Loopback());
    }
  }

  private void connect(String address, int port) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    sockets.add(new Socket(InetAddress.getByName(address), port, loopback, 0));
  }

  /** Writes one byte at a time, to peers outside this program. */
  private void write(int bytes) throws IOException {
    for (Socket socket : sockets) {
      for (int i = 0; i < bytes; i++) {
        socket.getOutputStream().write(1);
      }
    }
  }

  private void echo(int bytes) throws IOException {
    for (Loopback loop : loops) {
      Loopback.transfer(loop.client, loop.server, bytes);
      Loopback.transfer(loop.server, loop.client, bytes + 1);
    }
  }

  private static void halfClose(Loopback loop) throws IOException {
    loop.client.shutdownOutput();
    if (loop.server.getInputStream().read() >= 0) {
      throw new IOException("data after the end");
    }
  }
}
