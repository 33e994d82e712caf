package jfs.core.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
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

  /** The type that the test looks for. */
  public interface Part {}

  /** One implementation. */
  public static final class First implements Part {}

  /** Another implementation. */
  public static final class Second implements Part {}

  @TempDir Path folder;

  private ZipFile jar(String entry, String content) throws IOException {
    Path jar = folder.resolve("parts.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry(entry));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return new ZipFile(jar.toFile());
  }

  private List<String> found(String list) throws IOException {
    try (ZipFile file = jar("META-INF/services/" + Part.class.getName(), list)) {
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

  @Test
  void anEntryIsReadAsItIs() throws IOException {
    String content = "0123456789".repeat(10_000);
    try (ZipFile file = jar("a/b", content)) {
      assertEquals(content, new String(Services.read(file, "a/b"), StandardCharsets.UTF_8));
      assertNull(Services.read(file, "b"));
    }
  }
}
