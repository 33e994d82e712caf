package jfs.bench.result;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads and writes reports, and refuses what is none. */
public final class ReportFile {

  private static final Gson GSON = Binding.gson();

  private ReportFile() {}

  /** A report as a file has it. */
  public static String text(Report report) {
    return GSON.toJson(report) + "\n";
  }

  /**
   * The report in a file.
   *
   * @throws BadReportException if there is none, with a message that names the file
   */
  public static Report read(Path file) throws BadReportException {
    try {
      return parse(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new BadReportException("no file " + file, e);
    } catch (CharacterCodingException e) {
      throw new BadReportException(file + " is not a report: not a text in UTF-8", e);
    } catch (IOException e) {
      throw new BadReportException("cannot read " + file + ": " + e.getMessage(), e);
    } catch (BadReportException e) {
      throw new BadReportException(file + " is not a report: " + e.getMessage(), e);
    }
  }

  static Report parse(String text) throws BadReportException {
    Report report;
    try {
      report = GSON.fromJson(text, Report.class);
    } catch (JsonParseException e) {
      throw new BadReportException(reason(e), e);
    }
    if (report == null) {
      throw new BadReportException("empty");
    }
    Completeness.check(report);
    return report;
  }

  /** In a line, without the library's classes and links. */
  private static String reason(JsonParseException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String line = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return line.isEmpty() ? "not JSON" : line;
  }
}
