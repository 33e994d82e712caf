package jfs.agent.programs;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * {@code RecordedDeath}: answers a peer until that dies, and prints what the flight recorder has
 * seen of that. {@code RecordedDeath PORT}: is the peer. Says when it has had many answers.
 */
public final class RecordedDeath {

  private static final String EVENT = "jfs.TransportFailed";
  private static final int MANY = 20_000;

  private RecordedDeath() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      talk(Integer.parseInt(args[0]));
      return;
    }
    Path file = Files.createTempFile("jfs", ".jfr");
    try (Recording recording = new Recording();
        ServerSocket listener = new ServerSocket(0, 1, ServerHost.ADDRESS)) {
      recording.enable(EVENT);
      recording.start();
      System.out.println(listener.getLocalPort());
      try (Socket socket = listener.accept()) {
        answer(socket);
        // JFS may learn of it later than this thread, and would have nothing to tell of an end that
        // has closed.
        while (events(recording, file).isEmpty()) {
          Thread.onSpinWait();
        }
      }
      for (RecordedEvent event : events(recording, file)) {
        System.out.println(
            (EVENT + " " + event.getString("origin") + " " + event.getString("local"))
                + (" " + event.getString("transport") + " " + event.getString("cause")));
      }
    } finally {
      Files.delete(file);
    }
  }

  private static List<RecordedEvent> events(Recording recording, Path file) throws IOException {
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(EVENT))
        .toList();
  }

  private static void answer(Socket socket) {
    try {
      for (int b = socket.getInputStream().read(); b >= 0; b = socket.getInputStream().read()) {
        socket.getOutputStream().write(b);
      }
    } catch (IOException e) {
      // A reset: the peer has died between two of its bytes.
    }
  }

  private static void talk(int port) throws IOException {
    try (Socket socket = new Socket(ServerHost.ADDRESS, port)) {
      for (int i = 0; true; i++) {
        socket.getOutputStream().write(i);
        if (socket.getInputStream().read() < 0) {
          throw new IOException("the end of file");
        }
        if (i == MANY) {
          System.out.println("many");
        }
      }
    }
  }
}
