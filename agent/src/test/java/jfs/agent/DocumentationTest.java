package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfs.core.carrier.CarrierProvider;
import jfs.core.config.Option;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The user guide has each option, command, flag and reason that the code has, and no other; and
 * what the pages point to exists.
 */
@EnabledIf("jfs.agent.SourceTree#isThere")
class DocumentationTest {

  private static final Page GUIDE = SourceTree.page("docs/user-guide.md");

  private static final String LAUNCHER = "agent/src/main/java/jfs/agent/launch/";

  /** What parses command lines of the agent's jar. */
  private static final List<String> PARSERS =
      List.of(
          "Main.java", "RunCommand.java", "StatusCommand.java", "TopCommand.java", "Doctor.java");

  private static final Pattern FLAG = Pattern.compile("\"(--?[a-z][a-z-]*)=?\"");
  private static final Pattern CASE = Pattern.compile("case (\"[^>]*) ->");
  private static final Pattern QUOTED = Pattern.compile("\"([a-z]+)\"");
  private static final Pattern GUIDE_COMMAND = Pattern.compile("-jar jfs-agent\\.jar ([a-z]+)");
  private static final Pattern SCRIPT_CASE = Pattern.compile("(?m)^  ([a-z |-]+)\\) ");

  /** Pages that name classes. */
  private static final List<String> WITH_CLASSES =
      List.of(
          "CONTRIBUTING.md",
          "docs/architecture.md",
          "docs/cold-start.md",
          "docs/faq.md",
          "docs/glossary.md",
          "docs/protocol-rdma.md",
          "docs/protocol.md",
          "docs/security.md",
          "docs/user-guide.md",
          "docs/when-not.md",
          "jfs-jcstress/README.md");

  private static final Pattern CLASS =
      Pattern.compile("([a-z]+\\.)*([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?");

  private static final Pattern PACKAGE = Pattern.compile("jfs(\\.[a-z]+)+");

  private static final List<String> PACKAGES_OF_THE_JDK =
      List.of(
          "java.lang.",
          "java.lang.invoke.",
          "java.io.",
          "java.math.",
          "java.net.",
          "java.nio.channels.",
          "java.security.",
          "java.util.",
          "java.util.concurrent.atomic.",
          "java.util.concurrent.locks.",
          "sun.nio.ch.");

  /** Names of other projects, and of the attach API, which is no part of {@code java.base}. */
  private static final Set<String> OF_OTHERS =
      Set.of("SocketImplCombinations", "RemoveIPC", "VirtualMachine");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

  private static final int WIDTH = 120;

  // The user guide.

  @Test
  void optionsAreThoseOfTheCode() {
    Map<String, List<String>> guide = GUIDE.table("| option | values |");
    Set<String> keys = new TreeSet<>();
    for (Option option : Option.all()) {
      String key = option.key();
      keys.add(key);
      List<String> cells = guide.getOrDefault(key, List.of("", ""));
      assertEquals(Set.of(option.choices().split("\\|", -1)), values(cells.get(0)), key);
      String byDefault = option.byDefault();
      if (!byDefault.isEmpty()) { // else JFS chooses, and the guide says how
        assertEquals("`" + byDefault + "`", cells.get(1), key);
      }
    }
    assertEquals(keys, new TreeSet<>(guide.keySet()));
  }

  /** The values of an option in the guide, as the code lists them. */
  private static Set<String> values(String cell) {
    Set<String> values = new TreeSet<>();
    for (String value : cell.replace("or ", "").split(", ", -1)) {
      values.add(value.equals("a file") || value.equals("a folder") ? "FILE" : value);
    }
    return values.stream().map(value -> value.replace("`", "")).collect(Collectors.toSet());
  }

  /** An earlier Java cannot tell what fields it has. */
  private static final String OF_LATER_JAVA = "jfs.shm.memory.ArenaScope";

  private static final String REASONS = "| code | meaning | to change it |";

  @Test
  void reasonsAreThoseOfTheCode() throws Exception {
    Set<String> codes = new TreeSet<>();
    for (Class<?> holder : classes()) {
      for (Field field : holder.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == Reason.class) {
          field.setAccessible(true);
          codes.add(((Reason) field.get(null)).code());
        }
      }
    }
    Map<String, List<String>> guide = GUIDE.table(REASONS);
    assertEquals(codes, new TreeSet<>(guide.keySet()));
    guide.forEach((code, cells) -> assertTrue(cells.size() == 2 && !cells.contains(""), code));
  }

  /** All classes of the modules in which there may be reasons. */
  private static List<Class<?>> classes() throws Exception {
    Set<Path> places = new TreeSet<>();
    places.add(Agent.locationOf(Reason.class));
    ServiceLoader.load(TransportProvider.class).stream()
        .forEach(provider -> places.add(Agent.locationOf(provider.type())));
    ServiceLoader.load(CarrierProvider.class).stream()
        .forEach(provider -> places.add(Agent.locationOf(provider.type())));
    List<Class<?>> classes = new ArrayList<>();
    for (Path place : places) {
      if (Files.isDirectory(place)) {
        addClasses(place, classes);
      } else {
        try (FileSystem jar =
            FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
          addClasses(jar.getPath("/"), classes);
        }
      }
    }
    return classes;
  }

  private static void addClasses(Path root, List<Class<?>> classes) throws Exception {
    try (Stream<Path> files = Files.walk(root.resolve("jfs"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        String name = root.relativize(file).toString().replace('/', '.').replace(".class", "");
        if (!name.endsWith("package-info") && !name.equals(OF_LATER_JAVA)) {
          classes.add(Class.forName(name, false, Reason.class.getClassLoader()));
        }
      }
    }
  }

  /** Also what only looks like a reason. */
  @Test
  void noOtherReasonIsMentioned() {
    Set<String> mentioned = new TreeSet<>(GUIDE.code());
    mentioned.removeIf(word -> !word.matches("no(-[a-z]+)+"));
    mentioned.removeAll(GUIDE.table(REASONS).keySet());
    assertEquals(Set.of(), mentioned);
  }

  @Test
  void commandsAndFlagsOfTheJarAreInTheGuide() {
    Set<String> flags = new TreeSet<>();
    for (String parser : PARSERS) {
      flags.addAll(found(FLAG, SourceTree.text(SourceTree.at(LAUNCHER + parser))));
    }
    assertTrue(flags.containsAll(Set.of("--json", "-jar", "-cp")), flags::toString);
    flags.removeIf(GUIDE::hasWord);
    assertEquals(Set.of(), flags, "flags that are not in the user guide");

    Set<String> commands = commandsOfTheJar();
    assertTrue(commands.containsAll(Set.of("run", "status", "doctor")), commands::toString);
    Set<String> inGuide = found(GUIDE_COMMAND, GUIDE.text());
    inGuide.addAll(common(commands, new TreeSet<>(GUIDE.code())));
    assertEquals(commands, inGuide);
  }

  private static Set<String> commandsOfTheJar() {
    Set<String> commands = new TreeSet<>();
    String main = SourceTree.text(SourceTree.at(LAUNCHER + "Main.java"));
    found(CASE, main).forEach(labels -> commands.addAll(found(QUOTED, labels)));
    return commands;
  }

  @Test
  void commandsOfTheScriptAreInAPage() throws Exception {
    String script = SourceTree.text(SourceTree.at("jfs"));
    String dispatch = script.substring(script.indexOf("\ncase $command in"));
    Set<String> commands = new TreeSet<>();
    for (String labels : found(SCRIPT_CASE, dispatch)) {
      Stream.of(labels.split(" \\| ", -1)).filter(c -> !c.startsWith("-")).forEach(commands::add);
    }
    assertTrue(commands.containsAll(Set.of("demo", "test", "lab")), commands::toString);
    for (Page page : SourceTree.pages()) {
      commands.removeIf(command -> page.hasWord("./jfs " + command));
    }
    assertEquals(Set.of(), commands, "in no page");
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static Set<String> common(Set<String> words, Set<String> others) {
    Set<String> common = new TreeSet<>(words);
    common.retainAll(others);
    return common;
  }

  // All pages.

  @Test
  void linksLeadSomewhere() throws Exception {
    List<String> broken = new ArrayList<>();
    for (Page page : SourceTree.pages()) {
      for (String link : page.links()) {
        if (!link.matches("[a-z]+:.*") && !leadsSomewhere(page, link)) {
          broken.add(page.file() + ": " + link);
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  private static boolean leadsSomewhere(Page from, String link) {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    Path target = path.isEmpty() ? from.file() : from.file().resolveSibling(path);
    return Files.exists(target)
        && (hash < 0 || new Page(target).anchors().contains(link.substring(hash + 1)));
  }

  /** Where the first part of a path is there, all of it is. */
  @Test
  void filesThatAreNamedExist() throws Exception {
    List<String> missing = new ArrayList<>();
    for (Page page : SourceTree.pages()) {
      for (String word : page.code()) {
        int slash = word.indexOf('/');
        if (slash > 0
            && word.matches("[\\w./-]+")
            && !word.startsWith("./")
            && !word.contains("target/")
            && Files.exists(SourceTree.at(word.substring(0, slash)))
            && !Files.exists(SourceTree.at(word))) {
          missing.add(page.file() + ": " + word);
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void classesThatAreNamedExist() throws Exception {
    List<String> missing = new ArrayList<>();
    for (String path : WITH_CLASSES) {
      List<String> code = SourceTree.page(path).code();
      assertFalse(code.isEmpty(), path);
      for (String word : code) {
        Matcher matcher = CLASS.matcher(word);
        boolean known =
            !matcher.matches()
                || OF_OTHERS.contains(matcher.group(2))
                || isOfTheJdk(matcher.group(2))
                || isOurs(matcher.group(2), matcher.group(3));
        if (!known || (PACKAGE.matcher(word).matches() && !isPackageOrProperty(word))) {
          missing.add(path + ": " + word);
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  /** Properties of the tests look like packages. */
  private static boolean isPackageOrProperty(String word) throws IOException {
    if (SourceTree.packages().contains(word)) {
      return true;
    }
    for (Path source : SourceTree.classes()) {
      if (SourceTree.text(source).contains('"' + word + '"')) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfTheJdk(String name) {
    for (String prefix : PACKAGES_OF_THE_JDK) {
      try {
        Class.forName(prefix + name, false, null);
        return true;
      } catch (ClassNotFoundException e) {
        // It may be in another package.
      }
    }
    return false;
  }

  private static boolean isOurs(String name, String member) throws IOException {
    for (Path source : SourceTree.sourcesOf(name)) {
      if (member == null || has(SourceTree.text(source), member)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a source declares a method or a constant, or calls its own method of that name. */
  private static boolean has(String source, String member) {
    String after = Character.isLowerCase(member.charAt(0)) ? "\\(" : "( =|[,;(])";
    String code = COMMENT.matcher(source).replaceAll("");
    return Pattern.compile("(?<![.\\w])" + member + after).matcher(code).find();
  }

  /** A word that is only somewhere in the source does not do. */
  @Test
  void membersAreDeclaredOrCalled() {
    String source = "import a.ring.B; // ring(\nclass C { void owed() { bell.ring(1); } }";
    assertTrue(has(source, "owed"));
    assertFalse(has(source, "ring"));
    assertFalse(has(source, "bell"));
    String constants = "enum State { OPEN, HELD; static final int MOST = 1; }";
    assertTrue(has(constants, "MOST"));
    assertTrue(has(constants, "OPEN"));
  }

  /** In a list, each item by itself. */
  @Test
  void emphasisThatEndsHasBegun() throws Exception {
    for (Page page : SourceTree.pages()) {
      for (String part : page.text().split("\n(?=\n|\\* )", -1)) {
        int marks = part.split("\\*\\*", -1).length - 1;
        assertEquals(0, marks % 2, () -> page.file() + ": " + part);
      }
    }
  }

  /** Of pages that no program writes: but tables and code. */
  @Test
  void linesAreNotTooLong() throws Exception {
    List<String> wide = new ArrayList<>();
    for (Page page : SourceTree.pages()) {
      if (!page.file().toString().contains("benchmarks")) {
        for (String line : page.text().split("\n", -1)) {
          if (line.length() > WIDTH && !line.startsWith("|") && !line.startsWith("    ")) {
            wide.add(page.file() + ": " + line);
          }
        }
      }
    }
    assertEquals(List.of(), wide);
  }
}
