package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of the lab that are a machine's first process. */
class GuestScriptsTest {

  /** They would mount over, empty or turn off the machine; so this only reads them. */
  @ParameterizedTest
  @ValueSource(strings = {"init-ramfs.sh", "init-guest.sh", "init-aarch64.sh"})
  void theyDoNothingWhereTheyAreNotTheFirstProcess(String script) throws IOException {
    assumeTrue(SourceTree.isThere());
    Path file = SourceTree.at("lab/" + script);
    assertFalse(Files.isExecutable(file));
    String first =
        Files.readAllLines(file).stream()
            .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith("set "))
            .findFirst()
            .orElseThrow();
    assertTrue(first.startsWith("[ $$ = 1 ] || {") && first.endsWith("exit 1; }"), first);
  }
}
