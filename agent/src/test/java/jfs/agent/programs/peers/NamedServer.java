package jfs.agent.programs.peers;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * {@code NamedServer NAME PORT}: answers each message of {@link NamedClient}, a number, with the
 * next one, and both with a name, until standard input ends. A message with another name is from a
 * client of another server. Says "ended" when a client has.
 */
public final class NamedServer {

  private NamedServer() {}

  public static void main(String[] args) throws Exception {
    String name = args[0];
    ServerSocket listener = new ServerSocket(Integer.parseInt(args[1]));
    System.out.println("listening");
    new Thread(() -> accept(listener, name)).start();
    while (System.in.read() >= 0) {
      // Not yet.
    }
    System.exit(0);
  }

  private static void accept(ServerSocket listener, String name) {
    while (true) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        new Thread(() -> answer(socket, name)).start();
      } catch (IOException e) {
        e.printStackTrace();
        System.exit(2);
      }
    }
  }

  private static void answer(Socket socket, String name) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      while (true) {
        out.write(message(name, expect(in, name) + 1));
      }
    } catch (EOFException e) {
      System.out.println("ended");
    } catch (IOException e) {
      e.printStackTrace();
      System.exit(3);
    }
  }

  /** Reads a message that must have this name; returns its number. */
  static long expect(DataInputStream in, String name) throws IOException {
    long number = in.readLong();
    byte[] came = in.readNBytes(name.length());
    if (came.length < name.length()) {
      throw new EOFException("in a message");
    }
    String other = new String(came, StandardCharsets.US_ASCII);
    if (!other.equals(name)) {
      throw new IOException("a message of " + other + " for " + name);
    }
    return number;
  }

  static byte[] message(String name, long number) {
    byte[] bytes = new byte[Long.BYTES + name.length()];
    ByteBuffer.wrap(bytes).putLong(number).put(name.getBytes(StandardCharsets.US_ASCII));
    return bytes;
  }
}
