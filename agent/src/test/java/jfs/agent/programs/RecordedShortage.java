package jfs.agent.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Talks to itself, little and much, until the flight recorder has seen a transport fail; prints
 * what it has seen.
 */
public final class RecordedShortage {

  private static final String EVENT = "jfs.TransportFailed";

  private static final int LITTLE = 100;

  /** Less than TCP takes without a reader. */
  private static final int MUCH = 200_000;

  private RecordedShortage() {}

  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("jfs", ".jfr");
    try (Recording recording = new Recording();
        Loopback loop = new Loopback()) {
      recording.enable(EVENT);
      recording.start();
      List<RecordedEvent> events = List.of();
      while (events.isEmpty()) {
        for (int i = 0; i < LITTLE; i++) {
          Loopback.transfer(loop.client, loop.server, LITTLE);
          Loopback.transfer(loop.server, loop.client, LITTLE);
        }
        Loopback.transfer(loop.client, loop.server, MUCH);
        events = events(recording, file);
      }
      for (RecordedEvent event : events) {
        System.out.println(
            (EVENT + " " + event.getString("origin") + " " + event.getString("remote"))
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
}
