package jfs.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The source tree that the tests run in. */
final class SourceTree {

  private static final Path ROOT = Path.of("..");

  private static final Set<String> NOT_SOURCE = Set.of("target", ".git");

  private static List<Path> sources;

  private SourceTree() {}

  static boolean isThere() {
    return Files.exists(ROOT.resolve("docs/user-guide.md")); // not in the lab
  }

  /** A file or folder by its path from the root; it need not exist. */
  static Path at(String path) {
    return ROOT.resolve(path);
  }

  static Page page(String path) {
    return new Page(at(path));
  }

  /** The pages for readers; not what programs make pages of. */
  static List<Page> pages() throws IOException {
    List<Page> pages = new ArrayList<>();
    for (Path file : all()) {
      if (file.toString().endsWith(".md") && !file.toString().contains("/src/")) {
        pages.add(new Page(file));
      }
    }
    return pages;
  }

  /** The sources of the classes, in Java or C, that have this simple name. */
  static List<Path> sourcesOf(String name) throws IOException {
    Set<String> wanted = Set.of(name + ".java", name + ".c");
    return all().stream().filter(file -> wanted.contains(file.getFileName().toString())).toList();
  }

  /** The Java sources of all modules, but for {@code package-info}. */
  static List<Path> classes() throws IOException {
    return all().stream()
        .filter(file -> file.toString().endsWith(".java"))
        .filter(file -> !file.endsWith("package-info.java"))
        .toList();
  }

  /** The C sources, headers included. */
  static List<Path> nativeSources() throws IOException {
    return all().stream()
        .filter(file -> file.toString().endsWith(".c") || file.toString().endsWith(".h"))
        .toList();
  }

  /** The packages of all modules, by their names. */
  static Set<String> packages() throws IOException {
    Set<String> packages = new TreeSet<>();
    for (Path file : all()) {
      String path = file.toString();
      int from = path.indexOf("/java/jfs/");
      if (from >= 0 && path.endsWith(".java")) {
        String folders = file.getParent().toString().substring(from + "/java/".length());
        for (Path folder = Path.of(folders); folder != null; folder = folder.getParent()) {
          packages.add(folder.toString().replace('/', '.'));
        }
      }
    }
    return packages;
  }

  private static synchronized List<Path> all() throws IOException {
    if (sources == null) {
      List<Path> found = new ArrayList<>();
      add(ROOT, found);
      sources = found;
    }
    return sources;
  }

  private static void add(Path folder, List<Path> found) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.sorted().toList()) {
        if (!Files.isDirectory(entry)) {
          found.add(entry);
        } else if (!NOT_SOURCE.contains(entry.getFileName().toString())) {
          add(entry, found);
        }
      }
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
