package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfs.core.config.Option;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The user guide has every option, command and reason that there is, and no other. */
@EnabledIf("isThere")
class UserGuideAgentTest {

  private static final Path GUIDE = Path.of("../docs/user-guide.md");

  static boolean isThere() {
    return Files.exists(GUIDE); // not in the lab, which has no source tree
  }

  private static Set<String> found(String text, String pattern) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    assertFalse(found.isEmpty(), pattern);
    return found;
  }

  /** The first cells of a table. */
  private static Set<String> rows(String header) throws Exception {
    String guide = Files.readString(GUIDE);
    int table = guide.indexOf(header);
    assertTrue(table >= 0, header);
    return found(guide.substring(table, guide.indexOf("\n\n", table)), "^\\| `([^`]+)` \\|");
  }

  @Test
  void hasEveryOption() throws Exception {
    Set<String> keys = new TreeSet<>();
    for (Option option : Option.all()) {
      keys.add(option.key());
    }
    assertEquals(keys, rows("| option | values |"));
  }

  @Test
  void hasEveryReason() throws Exception {
    Set<String> codes = new TreeSet<>();
    for (Class<?> reasons : new Class<?>[] {Reason.class, Class.forName("jfs.rdma.RdmaReasons")}) {
      for (Field field : reasons.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == Reason.class) {
          field.setAccessible(true);
          codes.add(((Reason) field.get(null)).code());
        }
      }
    }
    assertEquals(codes, rows("| code | meaning |"));
  }

  /** As the program itself lists them. */
  @Test
  void hasEveryCommand() throws Exception {
    Exit help = ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "help").run().assertOk();
    Set<String> commands = found(help.out(), "^  ([a-z]+)(?= |$)");
    for (Option option : Option.all()) {
      commands.remove(option.key());
    }
    String guide = Files.readString(GUIDE);
    for (String command : commands) {
      assertTrue(
          guide.contains("jfs-agent.jar " + command) || guide.contains("`" + command + "`"),
          command);
    }
    assertTrue(commands.containsAll(Set.of("run", "status", "doctor")), commands::toString);
  }

  /** In a list, each item by itself; also in the page beside the guide. */
  @Test
  void emphasisThatEndsHasBegun() throws Exception {
    for (Path page : Set.of(GUIDE, GUIDE.resolveSibling("architecture.md"))) {
      for (String part : Files.readString(page).split("\n(?=\n|\\* )", -1)) {
        int marks = part.split("\\*\\*", -1).length - 1;
        assertEquals(0, marks % 2, () -> page + ": " + part);
      }
    }
  }

  /** Every reason that is mentioned exists. */
  @Test
  void mentionsNoOtherReason() throws Exception {
    Set<String> mentioned = found(Files.readString(GUIDE), "`(no-[a-z-]+)`");
    Set<String> known = rows("| code | meaning |");
    mentioned.removeAll(known);
    assertEquals(Set.of(), mentioned);
  }
}
