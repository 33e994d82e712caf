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

  /** By their labels, which tell samples of one metric from each other. */
  private final Map<Metric, Map<String, Long>> samples = new LinkedHashMap<>();

  Metrics() {
    for (Metric metric : Metric.values()) {
      samples.put(metric, new LinkedHashMap<>());
    }
  }

  /** Adds a JVM's; if JFS is there in two class loaders, so that it is asked twice, their sum. */
  void add(StatusEndpoint endpoint, JvmStatus status) {
    String jvm = "pid=\"" + endpoint.pid() + "\"";
    if (endpoint.pid() == StatusEndpoints.UNKNOWN) { // as in another container: there may be more
      jvm = "pid=\"?\",name=\"" + word(endpoint.name()) + "\"";
    }
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
          all.append(',').append(labels[i]).append("=\"").append(word(which[i])).append('"');
        }
        add(metric, all.toString(), value);
      }
    }
  }

  private static String word(String text) {
    return text.replaceAll("[^a-z0-9-]", "?");
  }

  private void add(Metric metric, String labels, long value) {
    samples.get(metric).merge(labels, value, Long::sum);
  }

  /** The text, line by line. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    samples.forEach(
        (metric, values) -> {
          lines.add("# HELP " + metric.name + " " + metric.help);
          lines.add("# TYPE " + metric.name + " " + metric.type);
          values.forEach((labels, value) -> lines.add(metric.name + "{" + labels + "} " + value));
        });
    return lines;
  }
}
