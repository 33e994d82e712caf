package jfs.core.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServicesTest {

  /** What is looked for. */
  public interface Part {}

  /** One of those. */
  public static final class First implements Part {}

  /** Another one. */
  public static final class Second implements Part {}

  @TempDir Path folder;

  private List<String> found(String list) throws IOException {
    Path jar = folder.resolve("parts.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("META-INF/services/" + Part.class.getName()));
      out.write(list.getBytes(StandardCharsets.UTF_8));
    }
    try (ZipFile file = new ZipFile(jar.toFile())) {
      return Services.listedIn(file, Part.class).stream()
          .map(part -> part.getClass().getSimpleName())
          .toList();
    }
  }

  @Test
  void thePartsAreThoseThatTheJarLists() throws IOException {
    String list = First.class.getName() + "\n\n" + Second.class.getName() + "\n";
    assertEquals(List.of("First", "Second"), found(list));
  }

  @Test
  void aPartThatIsNoneIsAnError() {
    assertThrows(ServiceConfigurationError.class, () -> found("java.lang.String"));
    assertThrows(ServiceConfigurationError.class, () -> found("jfs.core.runtime.Missing"));
  }
}
