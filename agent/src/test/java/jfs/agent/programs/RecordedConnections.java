package jfs.agent.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Has the flight recorder record two connections to itself, one with so many answers and one with
 * one, as soon as the JVM knows an agent's events, and prints these events.
 */
public final class RecordedConnections {

  private static final String EVENTS = "jfs.";

  private RecordedConnections() {}

  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("jfs", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jfs.ConnectionUpgraded");
      recording.enable("jfs.ConnectionStayed");
      recording.enable("jfs.ConnectionTotals");
      recording.start();
      while (events() < 3) {
        LockSupport.parkNanos(1_000_000);
      }
      for (int rounds : new int[] {Integer.parseInt(args[0]), 1}) {
        try (Loopback loop = new Loopback()) {
          for (int i = 0; i < rounds; i++) {
            Loopback.transfer(loop.client, loop.server, 100);
            Loopback.transfer(loop.server, loop.client, 100);
          }
        }
      }
      recording.stop();
      recording.dump(file);
      print(file);
    } finally {
      Files.delete(file);
    }
  }

  private static long events() {
    return FlightRecorder.getFlightRecorder().getEventTypes().stream()
        .map(EventType::getName)
        .filter(name -> name.startsWith(EVENTS))
        .count();
  }

  private static void print(Path file) throws Exception {
    List<String> lines = new ArrayList<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      String name = event.getEventType().getName();
      switch (name) {
        case "jfs.ConnectionUpgraded" ->
            lines.add(line(event) + " " + event.getString("transport"));
        case "jfs.ConnectionStayed" ->
            lines.add(
                line(event)
                    + (" " + event.getString("reason") + " " + event.getLong("sent"))
                    + (" " + event.getLong("received")));
        case "jfs.ConnectionTotals" ->
            lines.add(
                (name + " " + event.getString("transport") + " " + event.getLong("connections"))
                    + (" " + event.getLong("sent")));
        default -> {}
      }
    }
    Collections.sort(lines);
    lines.forEach(System.out::println);
  }

  private static String line(RecordedEvent event) {
    return (event.getEventType().getName() + " " + event.getString("origin"))
        + (" " + event.getString("local") + " " + event.getString("remote"))
        + (event.getDuration("age").isNegative() ? " from the future" : "");
  }
}
