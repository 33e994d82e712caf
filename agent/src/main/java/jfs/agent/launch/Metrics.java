package jfs.agent.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfs.core.stats.JvmStatus;

/** Figures of JVMs in the text format that Prometheus reads, version 0.0.4. */
final class Metrics {

  /** The names are as the format's guide wants them; a JVM's figure has a name or its beginning. */
  private enum Metric {
    LIVE("jfs_live_connections", "gauge", "Connections that there are now.", "", ""),
    OPENED("jfs_opened_total", "counter", "Connections that the JVM has opened.", "opened", ""),
    ACCEPTED("jfs_accepted_total", "counter", "Connections accepted.", "accepted", ""),
    // These move from one transport to another, so they are no counters.
    CONNECTIONS(
        "jfs_connections",
        "gauge",
        "Connections so far, by the transport that they ended on, or are on.",
        "connections.",
        "transport"),
    SENT("jfs_sent_bytes", "gauge", "Bytes sent by them.", "sent.", "transport"),
    RECEIVED("jfs_received_bytes", "gauge", "Bytes received.", "received.", "transport"),
    REASONS("jfs_tcp_connections", "gauge", "Those on TCP, by the reason.", "reasons.", "reason"),
    FAILURES(
        "jfs_transport_failures_total",
        "counter",
        "What has gone wrong with transports, once for a connection.",
        "failures.",
        "transport,cause"),
    WAITS("jfs_waits_total", "counter", "How threads have waited.", "waits.", "what");

    private final String name;
    private final String type;
    private final String help;
    private final String figure;
    private final String label;

    Metric(String name, String type, String help, String figure, String label) {
      this.name = name;
      this.type = type;
      this.help = help;
      this.figure = figure;
      this.label = label;
    }
  }

  private final Map<Metric, List<String>> samples = new LinkedHashMap<>();

  Metrics() {
    for (Metric metric : Metric.values()) {
      samples.put(metric, new ArrayList<>());
    }
  }

  /** Adds a JVM's. */
  void add(String pid, JvmStatus status) {
    String jvm = "pid=\"" + pid + "\"";
    add(Metric.LIVE, jvm, status.count());
    for (Map.Entry<String, Long> figure : status.totals().entrySet()) {
      for (Metric metric : Metric.values()) {
        add(metric, jvm, figure.getKey(), figure.getValue());
      }
    }
  }

  private void add(Metric metric, String jvm, String figure, long value) {
    if (metric.label.isEmpty() && metric.figure.equals(figure)) {
      add(metric, jvm, value);
    } else if (!metric.label.isEmpty() && figure.startsWith(metric.figure)) {
      // Another JVM has said it, so it may have any characters, and any dots.
      String[] labels = metric.label.split(",", -1);
      String[] which = figure.substring(metric.figure.length()).split("\\.", labels.length);
      if (which.length == labels.length) {
        StringBuilder all = new StringBuilder(jvm);
        for (int i = 0; i < labels.length; i++) {
          String word = which[i].replaceAll("[^a-z0-9-]", "?");
          all.append(',').append(labels[i]).append("=\"").append(word).append('"');
        }
        add(metric, all.toString(), value);
      }
    }
  }

  private void add(Metric metric, String labels, long value) {
    samples.get(metric).add(metric.name + "{" + labels + "} " + value);
  }

  /** The text, line by line. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    samples.forEach(
        (metric, values) -> {
          lines.add("# HELP " + metric.name + " " + metric.help);
          lines.add("# TYPE " + metric.name + " " + metric.type);
          lines.addAll(values);
        });
    return lines;
  }
}
