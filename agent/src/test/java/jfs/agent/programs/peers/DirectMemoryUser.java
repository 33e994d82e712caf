package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jfs.agent.programs.ServerHost;

/**
 * {@code DirectMemoryUser PORT}: connects to an {@link EchoServer}. For each line on standard
 * input, "fill" or "echo": allocates all the direct memory that it may have, and keeps it; sends
 * some bytes, one by one, and waits for each. Then it says the same word.
 */
public final class DirectMemoryUser {

  private static final int LARGEST = 64 * 1024;
  private static final int SMALLEST = 16;
  private static final int ROUNDS = 20;

  private DirectMemoryUser() {}

  public static void main(String[] args) throws Exception {
    List<ByteBuffer> kept = new ArrayList<>();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    try (Socket socket = new Socket(ServerHost.ADDRESS, Integer.parseInt(args[0]))) {
      socket.setTcpNoDelay(true);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals("fill")) {
          fill(kept);
        } else {
          echo(socket);
        }
        System.out.println(line);
      }
    }
  }

  private static void fill(List<ByteBuffer> kept) {
    for (int size = LARGEST;
        size >= SMALLEST;
        size /= 8) { // each takes the JDK half a second to refuse
      try {
        while (true) {
          kept.add(ByteBuffer.allocateDirect(size));
        }
      } catch (OutOfMemoryError e) {
        // A smaller one may be available.
      }
    }
  }

  private static void echo(Socket socket) throws IOException {
    for (int i = 0; i < ROUNDS; i++) {
      socket.getOutputStream().write(i);
      int echoed = socket.getInputStream().read();
      if (echoed != i) {
        throw new IOException(echoed + " in place of " + i);
      }
    }
  }
}
