package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfs.core.config.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The files for containers name options, values and programs that there are. Whether they work
 * takes an engine for containers, so it is tried by hand, with each change of them.
 */
@EnabledIf("jfs.agent.SourceTree#isThere")
class ExamplesTest {

  private static final Pattern VARIABLE =
      Pattern.compile("JFS_([A-Z_]+)(?:: |, value: )\"?([a-z/]+)");

  private static final Pattern PROGRAM = Pattern.compile("jfs\\.agent\\.[a-z]+\\.[A-Z]\\w+");

  private static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.walk(SourceTree.at("examples"))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static String text(List<Path> files) throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : files) {
      all.append(Files.readString(file));
    }
    return all.toString();
  }

  @Test
  void theirOptionsAreThoseOfTheCode() throws IOException {
    Set<String> named = new TreeSet<>();
    for (Matcher m = VARIABLE.matcher(text(examples())); m.find(); ) {
      String key = m.group(1).toLowerCase(Locale.ROOT);
      List<Option> found =
          Option.all().stream()
              .filter(option -> option.key().equals(key))
              .collect(Collectors.toList());
      assertFalse(found.isEmpty(), key);
      Set<String> choices = Set.of(found.get(0).choices().split("\\|", -1));
      assertTrue(choices.contains(m.group(2)) || choices.contains("FILE"), m.group());
      named.add(key);
    }
    assertTrue(named.containsAll(Set.of("containers", "shm_dir", "summary")), named::toString);
  }

  @Test
  void theirProgramsAreInTheAgentsJar() throws IOException {
    int programs = 0;
    for (Matcher m = PROGRAM.matcher(text(examples())); m.find(); programs++) {
      String name = m.group();
      assertDoesNotThrow(() -> Class.forName(name).getMethod("main", String[].class), name);
    }
    assertTrue(programs > 0);
  }

  @Test
  void theGuideShowsEachOfThem() throws IOException {
    String guide = Files.readString(SourceTree.at("docs/user-guide.md"));
    for (Path file : examples()) {
      String path = SourceTree.at("").relativize(file).toString();
      assertTrue(guide.contains("](../" + path + ")"), path);
    }
  }
}
