package jfs.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import jfs.bench.host.BenchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryLineTest {

  private static String line(String connections, String reasons) {
    return "{\"jfs\":\"0.1.0\",\"pid\":7,\"java\":\"17\",\"opened\":3,\"accepted\":0,"
        + ("\"connections\":" + connections + ",")
        + "\"bytes\":{\"tcp\":{\"sent\":1,\"received\":2}},"
        + ("\"reasons\":" + reasons + "}");
  }

  @Test
  void isReadFromEveryLine() {
    List<SummaryLine> lines =
        SummaryLine.parse(
            line("{\"tcp\":3,\"shm\":0}", "{\"no-transport\":3}")
                + "\n\n"
                + line("{\"tcp\":1,\"shm\":2}", "{}")
                + "\n");
    assertEquals(
        List.of(
            new SummaryLine("0.1.0", Map.of("tcp", 3L, "shm", 0L), Map.of("no-transport", 3L)),
            new SummaryLine("0.1.0", Map.of("tcp", 1L, "shm", 2L), Map.of())),
        lines);
  }

  @Test
  void saysWhatCarriedConnectionsAndWhyNotMore() {
    Map<String, Long> none = Map.of();
    assertEquals(
        "tcp: 3 (no-transport: 3)",
        new SummaryLine("1", Map.of("tcp", 3L, "shm", 0L), Map.of("no-transport", 3L)).describe());
    assertEquals("shm: 2", new SummaryLine("1", Map.of("tcp", 0L, "shm", 2L), none).describe());
    assertEquals("no connection", new SummaryLine("1", Map.of("tcp", 0L), none).describe());
  }

  @Test
  void countsWhatLeftTcp() {
    Map<String, Long> mixed = Map.of("tcp", 3L, "shm", 2L, "rdma", 1L);
    assertEquals(3, new SummaryLine("1", mixed, Map.of()).beyondTcp());
    assertEquals(0, new SummaryLine("1", Map.of("tcp", 3L), Map.of()).beyondTcp());
  }

  @Test
  void ofAnEmptyFileIsNone() {
    assertEquals(List.of(), SummaryLine.parse(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense {", "[]", "3", "{}", "{\"jfs\":\"1\",\"connections\":3}"})
  void refusesOtherText(String text) {
    assertThrows(BenchException.class, () -> SummaryLine.parse(text));
  }
}
