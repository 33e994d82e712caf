package jfs.agent.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongPredicate;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Prints what the JDK's flight recorder sees of a connection. */
public final class FlightRecorder {

  private FlightRecorder() {}

  private static final String HERE = "127.0.0.1";

  public static void main(String[] args) throws Exception {
    try (Recording recording = start()) {
      try (Loopback c = new Loopback()) {
        Loopback.works(c.client, c.server);
        c.client.setSoTimeout(1);
        Say.outcome("timeout", () -> c.client.getInputStream().read());
        c.client.setSoTimeout(0); // later JDKs may time out although the end is there
        c.server.close();
        Say.outcome("end", () -> c.client.getInputStream().read());
      }
      print(recording, bytes -> true);
    }
  }

  /** Has the recorder record each read and write. */
  static Recording start() {
    Recording recording = new Recording();
    for (String event : new String[] {"jdk.SocketRead", "jdk.SocketWrite"}) {
      recording.enable(event).withThreshold(Duration.ZERO).with("throttle", "off");
    }
    recording.start();
    return recording;
  }

  /** Prints those reads and writes that are of so many bytes as is asked for. */
  static void print(Recording recording, LongPredicate bytes) throws IOException {
    Path file = Files.createTempFile("jfs", ".jfr");
    try {
      recording.stop();
      recording.dump(file);
      print(file, bytes);
    } finally {
      Files.delete(file);
    }
  }

  private static void print(Path file, LongPredicate wanted) throws IOException {
    List<String> lines = new ArrayList<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      String name = event.getEventType().getName();
      if (!name.startsWith("jdk.Socket")) {
        continue; // of another recording, which the JVM was started with
      }
      if (!event.getString("address").equals(HERE)) {
        continue; // JVMs with JFS talk over sockets of their own
      }
      boolean isRead = name.equals("jdk.SocketRead");
      long bytes = event.getLong(isRead ? "bytesRead" : "bytesWritten");
      if (!wanted.test(bytes)) {
        continue;
      }
      lines.add(
          (name + " " + bytes)
              + (" " + event.getString("address"))
              + (isRead ? " " + event.getBoolean("endOfStream") : ""));
    }
    Collections.sort(lines); // a file may hold them in another order than that of their times
    lines.forEach(System.out::println);
  }
}
