package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page in Markdown. */
record Page(Path file) {

  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`\\s]+)`");
  private static final Pattern CELL = Pattern.compile("(?<!\\\\)\\|");

  String text() {
    return SourceTree.text(file);
  }

  /** Without fenced and indented code. */
  private String prose() {
    StringBuilder prose = new StringBuilder();
    boolean fenced = false;
    for (String line : text().split("\n", -1)) {
      boolean fence = line.startsWith("```");
      fenced ^= fence;
      if (!fenced && !fence && !line.startsWith("    ")) {
        prose.append(line).append('\n');
      }
    }
    return prose.toString();
  }

  /** The targets of all links and pictures. */
  List<String> links() {
    return found(LINK, prose());
  }

  /** Each word that the text marks as code. */
  List<String> code() {
    return found(CODE, prose());
  }

  private static List<String> found(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** The names by which links name the headings, as GitHub makes them. */
  Set<String> anchors() {
    Set<String> anchors = new TreeSet<>();
    for (String line : prose().split("\n", -1)) {
      if (line.startsWith("#")) {
        String words = line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT);
        anchors.add(words.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
      }
    }
    return anchors;
  }

  /**
   * The rows of the table whose header begins so: the other cells by the first one, which is code.
   */
  Map<String, List<String>> table(String header) {
    String text = text();
    int begin = text.indexOf(header);
    assertTrue(begin >= 0, () -> "no table " + header + " in " + file);
    String[] lines = text.substring(begin, text.indexOf("\n\n", begin)).split("\n", -1);
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (int i = 2; i < lines.length; i++) {
      List<String> cells = List.of(CELL.split(lines[i])).stream().map(String::strip).toList();
      String key = cells.get(1).replace("`", "");
      assertTrue(rows.put(key, cells.subList(2, cells.size())) == null, () -> "twice: " + key);
    }
    return rows;
  }

  /** Whether a command or a flag is in the text as a word. */
  boolean hasWord(String word) {
    return Pattern.compile("(?<![\\w-])" + Pattern.quote(word) + "(?![\\w-])")
        .matcher(text())
        .find();
  }
}
