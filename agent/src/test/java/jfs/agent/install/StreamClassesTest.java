package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The classes that the agent defines for object streams. */
@EnabledIf("isBuilt")
class StreamClassesTest {

  private static final Path FOLDER = Path.of("../jfs-streams/target/java.base/java/io");

  static boolean isBuilt() {
    return Files.isDirectory(FOLDER);
  }

  @Test
  void allAreDefined() throws IOException {
    Set<String> listed = new TreeSet<>();
    listed.addAll(List.of(StreamClasses.COMMON));
    listed.addAll(List.of(StreamClasses.OUTPUT_OTHERS));
    listed.addAll(List.of(StreamClasses.INPUT_OTHERS));
    listed.addAll(List.of(StreamClasses.ON_DEMAND));
    for (String[] mates : List.of(StreamPatches.OUTPUT_MATES, StreamPatches.INPUT_MATES)) {
      for (String mate : mates) {
        listed.add(mate.substring("java/io/".length()));
      }
    }
    Set<String> built = new TreeSet<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      files.forEach(file -> built.add(file.getFileName().toString().replace(".class", "")));
    }
    assertEquals(built, listed);
  }

  @Test
  void thisJdkHasAllThatTheyUse() throws IOException {
    JdkMembers members = new JdkMembers();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        byte[] own = Files.readAllBytes(file);
        assertDoesNotThrow(() -> members.check(own), file::toString);
      }
    }
  }
}
