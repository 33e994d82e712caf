package jfs.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizeFamiliesTest {

  private final SampleReport json = new SampleReport("pingpong", 1);

  private void add(String label, long bytes) {
    json.workload(label, bytes, variant -> 1000, "jdk");
  }

  @Test
  void areWorkloadsOfSeveralSizes() {
    add("1M", 1 << 20);
    add("1", 1);
    add("64K-3", (64 << 10) - 3);
    add("64K", 64 << 10);
    add("64K+3", (64 << 10) + 3);
    add("stream 1K", 1 << 10);
    add("stream 2K", 2 << 10);
    add("stream 4K", 4 << 10);
    assertEquals(
        Map.of(
            "", List.of("1", "64K-3", "64K", "64K+3", "1M"),
            "stream", List.of("stream 1K", "stream 2K", "stream 4K")),
        SizeFamilies.of(json.report()));
  }

  @Test
  void areNotWhatOnlyLooksLikeSizes() {
    add("stream 64K", 64 << 10);
    add("1", 100);
    add("16", 100);
    add("32", 100);
    add("100", 0);
    add("byte[] 100 KB", 100 << 10);
    assertEquals(Map.of(), SizeFamilies.of(json.report()));
  }
}
