package jfs.bench.record;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads reports, and refuses what is none. */
public final class ReportFile {

  private ReportFile() {}

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
    JsonObject json;
    try {
      json =
          new GsonBuilder()
              .setStrictness(Strictness.STRICT)
              .create()
              .fromJson(text, JsonObject.class);
    } catch (JsonParseException e) {
      throw new BadReportException("not a JSON object", e);
    }
    if (json == null) {
      throw new BadReportException("empty");
    }
    return Report.read(new Fields("", json));
  }
}
