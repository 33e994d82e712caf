package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jfs.agent.programs.ServerHost;

/**
 * {@code NoDescriptors PORT}: connects to an {@link EchoServer} and uses up all descriptors. For
 * each line on standard input it closes what it has opened, and has many round trips.
 */
public final class NoDescriptors {

  private static final int ROUNDS = 1000;

  /** Enough to connect. */
  private static final int FEW = 4;

  private NoDescriptors() {}

  public static void main(String[] args) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    List<Closeable> files = openAll();
    for (int i = 0; i < FEW; i++) {
      files.remove(files.size() - 1).close();
    }
    try (Socket socket = new Socket(ServerHost.ADDRESS, Integer.parseInt(args[0]))) {
      talk(socket, 1);
      files.addAll(openAll()); // at once: a second later JFS's thread has what it needs
      System.out.println("none");
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        for (Closeable file : files) {
          file.close();
        }
        talk(socket, ROUNDS);
        System.out.println("exact");
      }
    }
  }

  private static void talk(Socket socket, int rounds) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] sent = new byte[100];
    byte[] got = new byte[sent.length];
    for (int i = 0; i < rounds; i++) {
      Arrays.fill(sent, (byte) i);
      socket.getOutputStream().write(sent);
      in.readFully(got);
      if (!Arrays.equals(sent, got)) {
        throw new IOException("other bytes in round trip " + i);
      }
    }
  }

  private static List<Closeable> openAll() {
    List<Closeable> files = new ArrayList<>();
    while (true) {
      try {
        files.add(new FileInputStream("/dev/null"));
      } catch (IOException e) {
        return files;
      }
    }
  }
}
