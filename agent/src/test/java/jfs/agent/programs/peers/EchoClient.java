package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import jfs.agent.programs.ServerHost;
import jfs.agent.programs.soak.Noise;

/**
 * {@code EchoClient PORT [LOCAL]}: for each line on standard input, a number, talks to an {@link
 * EchoServer} over that many new connections, and again over those that the first line made, and
 * over those that a line with another port, {@code NUMBER PORT}, has made there. Says "exact" if
 * all that was sent came back. The flags {@code -Dechoes=N} and {@code -Decho.bytes=N} say how
 * often a connection is talked over, and how many bytes at most.
 */
public final class EchoClient {

  private static final int ROUNDS = Integer.getInteger("echoes", 30);
  private static final int MOST = Integer.getInteger("echo.bytes", 50_000);

  private EchoClient() {}

  public static void main(String[] args) throws Exception {
    List<Talk> kept = new ArrayList<>();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      for (Talk talk : kept) {
        talk.go();
      }
      String[] words = line.split(" ", -1);
      int port = Integer.parseInt(words.length > 1 ? words[1] : args[0]);
      boolean first = kept.isEmpty();
      for (int i = 0; i < Integer.parseInt(words[0]); i++) {
        Talk talk = new Talk(port, first && i == 0 && args.length > 1 ? args[1] : "0");
        talk.go();
        if (first || words.length > 1) {
          kept.add(talk);
        } else {
          talk.end();
        }
      }
      System.out.println("exact");
    }
    for (Talk talk : kept) {
      talk.end();
    }
  }

  private static final class Talk {
    private final Random random = new Random();
    private final Noise noise = new Noise(random.nextLong());
    private final Socket socket;
    private long position;

    Talk(int port, String own) throws IOException {
      socket =
          own.equals("0")
              ? new Socket(ServerHost.ADDRESS, port)
              : new Socket(ServerHost.ADDRESS, port, ServerHost.ADDRESS, Integer.parseInt(own));
      socket.setTcpNoDelay(true);
    }

    void go() throws IOException {
      for (int i = 0; i < ROUNDS; i++) {
        byte[] bytes = new byte[1 + random.nextInt(MOST)];
        noise.fill(position, bytes, 0, bytes.length);
        socket.getOutputStream().write(bytes);
        noise.check(position, socket.getInputStream().readNBytes(bytes.length), 0, bytes.length);
        position += bytes.length;
      }
    }

    void end() throws IOException {
      socket.shutdownOutput();
      if (socket.getInputStream().read() >= 0) {
        throw new IOException("a byte too many");
      }
      socket.close();
    }
  }
}
