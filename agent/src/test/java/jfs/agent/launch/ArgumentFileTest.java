package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentFileTest {

  /** Words in every way to write them. */
  private static final String TEXT =
      """
      plain "two words" 'and "more" of them' a'b c'd
      # a comment
      word#comment behind it
      "a \\\\ back\\tslash" b\\c "broken \\
           on" '' "open
      last""";

  @TempDir Path folder;

  @Test
  void wordsAreTheLaunchers() throws Exception {
    Path path = folder.resolve("path");
    Files.writeString(path, "-cp \"" + System.getProperty("java.class.path") + "\"\n");
    Path words = Files.writeString(folder.resolve("words"), Print.class.getName() + "\n" + TEXT);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(java.toString(), "@" + path, "@" + words)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    List<String> expected = new ArrayList<>(List.of(Print.class.getName()));
    expected.addAll(Arrays.asList(out.substring(0, out.length() - 1).split("\0", -1)));
    assertEquals(expected, ArgumentFile.words(Files.readString(words)));
  }

  @Test
  void nothingIsNoWord() {
    assertEquals(List.of(), ArgumentFile.words(""));
    assertEquals(List.of(), ArgumentFile.words(" \n# nothing\n\t"));
    assertEquals(List.of("a\\"), ArgumentFile.words("'a\\"));
  }

  /** Says its arguments. */
  static final class Print {

    private Print() {}

    public static void main(String[] args) {
      System.out.print(String.join("\0", args) + "\n");
    }
  }
}
