package jfs.agent.programs;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import jdk.jfr.Recording;

/**
 * Prints what the JDK's flight recorder sees of a connection between two threads that it says the
 * port of. For each line {@code talk} on standard input the connection is used, and for the line
 * {@code record} in a way that is printed in the end. Standard output says when that is done.
 */
public final class RecordedTransfers {

  /** How many bytes pass in each direction, in a way that is printed. */
  public static final int RECORDED_BYTES = 100_000;

  private static final int ROUND_TRIPS = 100;
  private static final int RECORDED = RECORDED_BYTES / ROUND_TRIPS;
  private static final int OTHERS = RECORDED / 10;

  private RecordedTransfers() {}

  public static void main(String[] args) throws Exception {
    try (Recording recording = FlightRecorder.start();
        Loopback c = new Loopback()) {
      System.out.println(c.listener.getLocalPort());
      FutureTask<Void> echo = new FutureTask<>(() -> echo(c.server));
      new Thread(echo).start();
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      while (lines.readLine().equals("talk")) {
        talk(c.client, OTHERS);
        System.out.println("done");
      }
      talk(c.client, RECORDED);
      c.client.setSoTimeout(1);
      Say.outcome("timeout", () -> c.client.getInputStream().read());
      c.client.setSoTimeout(0); // later JDKs may time out although the end is there
      System.out.println("done");
      lines.readLine(); // the test looks at the connection before
      c.client.shutdownOutput();
      Say.outcome("end", () -> c.client.getInputStream().read());
      echo.get();
      FlightRecorder.print(recording, bytes -> bytes != OTHERS);
    }
  }

  private static void talk(Socket socket, int bytes) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    for (int i = 0; i < ROUND_TRIPS; i++) {
      socket.getOutputStream().write(new byte[bytes]);
      in.readFully(new byte[bytes]); // with no read of nothing behind, as readNBytes has
    }
  }

  private static Void echo(Socket socket) throws IOException {
    try (socket) {
      InputStream in = socket.getInputStream();
      byte[] bytes = new byte[RECORDED];
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        socket.getOutputStream().write(bytes, 0, n);
      }
    }
    return null;
  }
}
