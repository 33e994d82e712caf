package jfs.testing;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which classes and packages of a module use each other in a circle, and which of its sources are
 * long. Nested classes count as the class around them. A circle is a strongly connected component,
 * found by Tarjan's algorithm (SIAM Journal on Computing 1, 1972).
 */
public final class Structure {

  private final Map<String, Set<String>> classes = new TreeMap<>();
  private final Map<String, Set<String>> packages = new TreeMap<>();
  private final Path folder;

  private Structure(Path folder) {
    this.folder = folder;
    for (JavaClass from : new ClassFileImporter().importPath(folder)) {
      for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
        add(from, dependency.getTargetClass().getBaseComponentType());
      }
    }
  }

  /** Reads the classes of the module that this class belongs to. */
  public static Structure ofModuleOf(Class<?> any) throws URISyntaxException {
    return new Structure(Path.of(any.getProtectionDomain().getCodeSource().getLocation().toURI()));
  }

  private void add(JavaClass from, JavaClass to) {
    if (!to.getPackageName().startsWith("jfs.")) {
      return;
    }
    if (!from.getPackageName().equals(to.getPackageName())) {
      packages
          .computeIfAbsent(from.getPackageName(), p -> new TreeSet<>())
          .add(to.getPackageName());
    } else if (!outermost(from).equals(outermost(to))) {
      classes.computeIfAbsent(outermost(from), c -> new TreeSet<>()).add(outermost(to));
    }
  }

  private static String outermost(JavaClass of) {
    JavaClass outer = of;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer.getName();
  }

  /** Packages that use each other in a circle. */
  public List<Set<String>> circlesOfPackages() {
    return new Components(packages).circles(2);
  }

  /** Classes of one package that use each other in a circle of more than two. */
  public List<Set<String>> circlesOfClasses() {
    return new Components(classes).circles(3);
  }

  /** The source files of the module, in Maven's layout, that have more than so many lines. */
  public List<Path> sourcesOfMoreThan(int lines) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder.resolve("../../src/main/java").normalize())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        if (Files.readAllLines(file).size() > lines) {
          found.add(file);
        }
      }
    }
    return found;
  }

  /** The strongly connected components of a graph. */
  private static final class Components {
    private final Map<String, Set<String>> edges;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    Components(Map<String, Set<String>> edges) {
      this.edges = edges;
      for (String node : edges.keySet()) {
        if (!indexes.containsKey(node)) {
          visit(node);
        }
      }
    }

    List<Set<String>> circles(int least) {
      return found.stream().filter(component -> component.size() >= least).toList();
    }

    private void visit(String node) {
      int index = indexes.size();
      indexes.put(node, index);
      lowest.put(node, index);
      open.push(node);
      for (String next : edges.getOrDefault(node, Set.of())) {
        if (!indexes.containsKey(next)) {
          visit(next);
          lowest.merge(node, lowest.get(next), Math::min);
        } else if (open.contains(next)) {
          lowest.merge(node, indexes.get(next), Math::min);
        }
      }
      if (lowest.get(node) == index) {
        Set<String> component = new TreeSet<>();
        String last;
        do {
          last = open.pop();
          component.add(last);
        } while (!last.equals(node));
        found.add(component);
      }
    }
  }
}
