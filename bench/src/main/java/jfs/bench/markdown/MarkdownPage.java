package jfs.bench.markdown;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import jfs.bench.record.Report;

/** How it was measured, where JFS loses, and a section for each result. */
public final class MarkdownPage {

  private static final String HEAD = "head.md";

  private MarkdownPage() {}

  /**
   * The page.
   *
   * @param reports by the names of their files
   */
  public static String of(Map<String, Report> reports) {
    StringBuilder page = new StringBuilder(head());
    page.append("\n## Where JFS is slower\n\n").append(Losses.of(reports));
    reports.forEach((file, report) -> page.append("\n").append(Section.of(file, report)));
    return page.toString();
  }

  private static String head() {
    try (InputStream in = MarkdownPage.class.getResourceAsStream(HEAD)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
