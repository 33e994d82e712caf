package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a user sees who has the jar and a Java, and nothing else. */
class DemoAgentTest extends AskedJvms {

  @Test
  void comparesCallsWithAndWithoutJfs() throws Exception {
    Exit exit = command("demo").assertOk().assertQuiet();
    List<String> said = exit.out().lines().toList();
    assertEquals(4, said.size(), exit::out);
    for (String line : said.subList(1, 3)) {
      assertTrue(
          line.matches(
              "A call .* took \\d+(\\.\\d+)? microseconds without JFS,"
                  + " and \\d+(\\.\\d+)? with it: \\d+\\.\\d times as fast\\."),
          line);
    }
    assertEquals("With JFS, the bytes of the calls went through shared memory.", said.get(3));
  }

  @Test
  void takesNoArguments() throws Exception {
    assertEquals(2, command("demo", "--quick").code());
  }
}
