package jfs.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is measured is plain: it refers to the JDK and to itself only. */
class ProgramsArePlainTest {

  private static final Pattern CLASS_NAME =
      Pattern.compile("(?:jfs|org|com|info|picocli)/[A-Za-z0-9_/$]+");

  private static final List<String> FOLDERS = List.of("jfs/bench/child/", "jfs/bench/program/");

  /** Plain too: its module depends on nothing. */
  private static final String APPS = "jfs/apps/";

  @Test
  void namesNoClassButTheJdksAndItsOwn() throws IOException {
    TreeSet<String> foreign = new TreeSet<>();
    for (Path file : classes()) {
      Matcher names =
          CLASS_NAME.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      while (names.find()) {
        if (!names.group().startsWith(APPS)
            && FOLDERS.stream().noneMatch(names.group()::startsWith)) {
          foreign.add(names.group());
        }
      }
    }
    foreign.remove("com/sun/management/OperatingSystemMXBean");
    assertEquals(new TreeSet<>(), foreign);
  }

  private static List<Path> classes() throws IOException {
    List<Path> classes = new ArrayList<>();
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.list(ClassPaths.programs().resolve(folder))) {
        List<Path> found = files.filter(file -> file.toString().endsWith(".class")).toList();
        assertFalse(found.isEmpty(), folder);
        classes.addAll(found);
      }
    }
    return classes;
  }
}
