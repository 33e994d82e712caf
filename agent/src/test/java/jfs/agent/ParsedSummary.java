package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The summary at exit, read as strictly as its documentation puts it. */
record ParsedSummary(
    long pid,
    String java,
    long opened,
    long accepted,
    long sent,
    long received,
    long bytesOnTcp,
    long onTcp,
    long onShm,
    long onRdma,
    Map<String, Long> reasons) {

  private static final String COUNT = "(\\d+)";
  private static final String BYTES = "\\{\"sent\":" + COUNT + ",\"received\":" + COUNT + "\\}";

  private static final Pattern FORM =
      Pattern.compile(
          ("\\{\"jfs\":\"\\d+\\.\\d+\\.\\d+\",\"pid\":" + COUNT + ",\"java\":\"([^\"]+)\"")
              + (",\"opened\":" + COUNT + ",\"accepted\":" + COUNT)
              + (",\"connections\":\\{\"tcp\":" + COUNT + ",\"shm\":" + COUNT)
              + (",\"rdma\":" + COUNT + "\\}")
              + (",\"bytes\":\\{\"tcp\":" + BYTES + ",\"shm\":" + BYTES + ",\"rdma\":" + BYTES)
              + "\\},\"reasons\":\\{(.*)\\}\\}");

  private static final Pattern REASON = Pattern.compile("\"([a-z0-9-]+)\":" + COUNT + "(?:,|$)");

  static ParsedSummary parse(String line) {
    Matcher m = FORM.matcher(line);
    assertTrue(m.matches(), line);
    long opened = number(m, 3);
    long accepted = number(m, 4);
    long onTcp = number(m, 5);
    assertEquals(opened + accepted, onTcp + number(m, 6) + number(m, 7), line);
    Map<String, Long> reasons = reasons(m.group(14));
    assertEquals(onTcp, reasons.values().stream().mapToLong(Long::longValue).sum(), line);
    return new ParsedSummary(
        number(m, 1),
        m.group(2),
        opened,
        accepted,
        number(m, 8) + number(m, 10) + number(m, 12),
        number(m, 9) + number(m, 11) + number(m, 13),
        number(m, 8) + number(m, 9),
        onTcp,
        number(m, 6),
        number(m, 7),
        reasons);
  }

  /** The one line of a file. */
  static ParsedSummary in(Path file) throws Exception {
    String text = Files.readString(file);
    assertEquals(text.length() - 1, text.indexOf('\n'), text);
    return parse(text.strip());
  }

  void assertConnections(long wantOpened, long wantAccepted) {
    assertEquals(wantOpened, opened, toString());
    assertEquals(wantAccepted, accepted, toString());
  }

  void assertBytes(long wantSent, long wantReceived) {
    assertEquals(wantSent, sent, toString());
    assertEquals(wantReceived, received, toString());
  }

  private static Map<String, Long> reasons(String text) {
    Map<String, Long> reasons = new TreeMap<>();
    Matcher m = REASON.matcher(text);
    int end = 0;
    while (m.find()) {
      assertEquals(end, m.start(), text);
      reasons.put(m.group(1), number(m, 2));
      end = m.end();
    }
    assertEquals(text.length(), end, text);
    return reasons;
  }

  private static long number(Matcher m, int group) {
    return Long.parseLong(m.group(group));
  }
}
