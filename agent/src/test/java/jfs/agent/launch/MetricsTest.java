package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.JvmStatus;
import org.junit.jupiter.api.Test;

/** The text for Prometheus. */
class MetricsTest {

  private record Said(Map<String, Long> totals) implements JvmStatus {
    @Override
    public String version() {
      return "0";
    }

    @Override
    public int count() {
      return 3;
    }

    @Override
    public String streams() {
      return null;
    }

    @Override
    public List<ConnectionReport> connections() {
      return List.of();
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private static List<String> samples(Map<String, Long> totals) {
    Metrics metrics = new Metrics();
    metrics.add(endpoint(7, "7-a"), new Said(totals));
    return samples(metrics);
  }

  private static StatusEndpoint endpoint(long pid, String name) {
    return new StatusEndpoint(pid, Path.of("/"), name, 0);
  }

  private static List<String> samples(Metrics metrics) {
    return metrics.lines().stream().filter(line -> !line.startsWith("#")).toList();
  }

  @Test
  void figuresHaveTheirLabels() {
    Map<String, Long> totals = new LinkedHashMap<>();
    totals.put("opened", 5L);
    totals.put("reasons.no-peer", 4L);
    totals.put("failures.shm.no-memory", 2L);
    totals.put("waits.sleeps", 9L);
    assertEquals(
        List.of(
            "jfs_live_connections{pid=\"7\"} 3",
            "jfs_opened_total{pid=\"7\"} 5",
            "jfs_tcp_connections{pid=\"7\",reason=\"no-peer\"} 4",
            "jfs_transport_failures_total{pid=\"7\",transport=\"shm\",cause=\"no-memory\"} 2",
            "jfs_waits_total{pid=\"7\",what=\"sleeps\"} 9"),
        samples(totals));
  }

  /** Of a later version, or of a JVM that lies. */
  @Test
  void whatIsNotUnderstoodDoesNoHarm() {
    Map<String, Long> totals = new LinkedHashMap<>();
    totals.put("unknown", 1L);
    totals.put("failures.shm", 1L);
    totals.put("reasons.a\"} 1\n", 1L);
    totals.put("failures.a.b.c", 1L);
    assertEquals(
        List.of(
            "jfs_live_connections{pid=\"7\"} 3",
            "jfs_tcp_connections{pid=\"7\",reason=\"a???1?\"} 1",
            "jfs_transport_failures_total{pid=\"7\",transport=\"a\",cause=\"b?c\"} 1"),
        samples(totals));
  }

  /** Prometheus refuses a text in which two samples have the same labels. */
  @Test
  void noTwoSamplesHaveTheSameLabels() {
    Metrics metrics = new Metrics();
    for (String name : List.of("1-a", "1-b")) {
      metrics.add(endpoint(StatusEndpoints.UNKNOWN, name), new Said(Map.of("opened", 1L)));
      metrics.add(endpoint(7, name), new Said(Map.of("opened", 2L)));
    }
    assertEquals(
        List.of(
            "jfs_live_connections{pid=\"?\",name=\"1-a\"} 3",
            "jfs_live_connections{pid=\"7\"} 6",
            "jfs_live_connections{pid=\"?\",name=\"1-b\"} 3",
            "jfs_opened_total{pid=\"?\",name=\"1-a\"} 1",
            "jfs_opened_total{pid=\"7\"} 4",
            "jfs_opened_total{pid=\"?\",name=\"1-b\"} 1"),
        samples(metrics));
  }
}
