package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfs.core.stats.ConnectionsMXBean;
import jfs.core.transport.TransportFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The user guide has each event, attribute, cause and metric that the code has. */
@EnabledIf("jfs.agent.SourceTree#isThere")
class ObservationDocumentationTest {

  private static final String AGENT = "agent/src/main/java/jfs/agent/";
  private static final Page GUIDE = SourceTree.page("docs/user-guide.md");

  private static Set<String> all(String regex, String text) {
    Set<String> found = new TreeSet<>();
    for (Matcher m = Pattern.compile(regex).matcher(text); m.find(); ) {
      found.add(m.group(1));
    }
    assertTrue(!found.isEmpty(), regex);
    return found;
  }

  @Test
  void eventsAreThoseOfTheCode() throws IOException {
    StringBuilder sources = new StringBuilder();
    try (Stream<Path> files = Files.list(SourceTree.at(AGENT + "observe"))) {
      for (Path file : files.toList()) {
        sources.append(Files.readString(file));
      }
    }
    assertEquals(
        all("@Name\\(\"(jfs\\.\\w+)\"\\)", sources.toString()),
        new TreeSet<>(GUIDE.table("| event | what it tells |").keySet()));
  }

  @Test
  void causesAreThoseOfTheCode() {
    Set<String> causes =
        Arrays.stream(TransportFailure.values())
            .map(TransportFailure::code)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(causes, new TreeSet<>(GUIDE.table("| cause | what has happened |").keySet()));
  }

  @Test
  void attributesAreNamed() throws IOException {
    String guide = Files.readString(SourceTree.at("docs/user-guide.md")).replace('\n', ' ');
    String list = all("with the attributes ([^.]*)\\.", guide).iterator().next();
    for (Method getter : ConnectionsMXBean.class.getMethods()) {
      String attribute = getter.getName().substring("get".length());
      assertTrue(Pattern.compile("\\b" + attribute + "\\b").matcher(list).find(), attribute);
    }
  }

  @Test
  void metricsAreNamed() throws IOException {
    String guide = Files.readString(SourceTree.at("docs/user-guide.md"));
    String source = Files.readString(SourceTree.at(AGENT + "launch/Metrics.java"));
    for (String metric : all("\"(jfs_\\w+)\"", source)) {
      assertTrue(guide.contains("`" + metric + "`"), metric);
    }
  }
}
