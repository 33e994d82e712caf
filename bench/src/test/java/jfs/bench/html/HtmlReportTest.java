package jfs.bench.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfs.bench.result.SampleReport;
import org.junit.jupiter.api.Test;

class HtmlReportTest {

  private static final String DATA = "<script id=\"data\" type=\"application/json\">";
  private static final String TABLE = "line <1>\nline 2\n";
  private static final String EVIL = "</script><!--<script>alert('&')";

  private static SampleReport sample() {
    SampleReport json = new SampleReport("pingpong", 1);
    for (int size : new int[] {1, 64, 512}) {
      json.workload(
          String.valueOf(size), size, variant -> 1000 + size, "jdk", "jfs", "netty-epoll");
    }
    return json.workload("stream 64K", 64 << 10, variant -> 9000, "jdk", "jfs", "netty-epoll")
        .condition("kernel", "Linux 6.1")
        .transport("jfs", "shm: 2", "shm: 1, tcp: 1 (no-transport: 1)")
        .skipped("netty-io_uring", "not permitted here");
  }

  private static JsonObject data(String page) {
    int from = page.indexOf(DATA) + DATA.length();
    return JsonParser.parseString(page.substring(from, page.indexOf("</script>", from)))
        .getAsJsonObject();
  }

  /** The page less the library, which has markup in its texts. */
  private static String own(String page) {
    return page.replace(Resources.echarts(), "");
  }

  @Test
  void hasAllVariantsAndWorkloads() {
    String page = HtmlReport.of(sample().report(), TABLE);
    JsonObject data = data(page);
    assertEquals("[\"jdk\",\"jfs\",\"netty-epoll\"]", data.get("variants").toString());
    JsonArray workloads = data.getAsJsonArray("workloads");
    assertEquals(4, workloads.size());
    workloads.forEach(
        workload -> assertEquals(3, workload.getAsJsonObject().getAsJsonArray("cells").size()));
    assertEquals(
        "[{\"name\":\"\",\"workloads\":[0,1,2]}]", data.getAsJsonArray("families").toString());
    for (String workload : List.of("1", "64", "512", "stream 64K")) {
      for (String variant : List.of("jdk", "jfs", "netty-epoll")) {
        String cells = "<th scope=\"row\">" + workload + "</th><td>" + variant + "</td>";
        assertTrue(page.contains(cells), cells);
      }
    }
  }

  @Test
  void hasSpeedupsWithIntervals() {
    assertTrue(
        HtmlReport.of(sample().report(), TABLE)
            .contains("<small class=\"up\">1.500× (1.250–1.750)</small>"));
  }

  @Test
  void saysWhatCarriedWhatWasSkippedAndUnderWhichConditions() {
    String page = HtmlReport.of(sample().report(), TABLE);
    assertTrue(
        page.contains(
            "<th scope=\"row\">jfs</th><td>shm: 2</td><td>shm: 1, tcp: 1 (no-transport: 1)</td>"));
    assertTrue(page.contains("<th scope=\"row\">netty-io_uring</th><td>not permitted here</td>"));
    assertTrue(page.contains("<th scope=\"row\">kernel</th><td>Linux 6.1</td>"));
    assertTrue(page.contains("<pre>line &lt;1&gt;\nline 2\n</pre>"));
  }

  @Test
  void fetchesNothing() {
    String page = HtmlReport.of(sample().report(), TABLE);
    assertTrue(page.contains("default-src 'none'"), "nothing forbids it to fetch");
    String own = own(page).toLowerCase(Locale.ROOT);
    for (String fetching :
        List.of("src=", "href=", "@import", "url(", "fetch(", "<link", "<base")) {
      assertFalse(own.contains(fetching), fetching);
    }
  }

  @Test
  void keepsTheLibrarysNotice() {
    String page = HtmlReport.of(sample().report(), TABLE);
    assertTrue(page.contains("Licensed to the Apache Software Foundation (ASF)"));
    assertTrue(page.contains("Copyright 2017-2024 The Apache Software Foundation"));
  }

  @Test
  void takesAllTextAsText() {
    String page =
        HtmlReport.of(
            new SampleReport(EVIL, 1)
                .workload(EVIL, 0, variant -> 1, "jdk", EVIL)
                .condition(EVIL, EVIL)
                .transport(EVIL, EVIL, EVIL)
                .skipped(EVIL, EVIL)
                .report(),
            TABLE);
    assertFalse(page.contains("alert('"), "as it stands in the file");
    Matcher scripts = Pattern.compile("</?script|<!--").matcher(own(page));
    assertEquals(6, scripts.results().count());
    assertEquals("jdk", data(page).getAsJsonArray("variants").get(0).getAsString());
    assertEquals(EVIL, data(page).getAsJsonArray("variants").get(1).getAsString());
  }

  @Test
  void whatItEmbedsDoesNotEndItsScript() {
    for (String script : List.of(Resources.echarts(), Resources.own("report.js"))) {
      assertFalse(
          Pattern.compile("</script|<!--|<script", Pattern.CASE_INSENSITIVE)
              .matcher(script)
              .find());
    }
  }
}
