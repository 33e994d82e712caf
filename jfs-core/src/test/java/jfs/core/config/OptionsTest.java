package jfs.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

  private static Options of(String arguments) {
    return Options.of(arguments, Map.of(), Map.of());
  }

  @Test
  void nothingSetGivesTheDefaults() {
    Options options = of(null);
    assertTrue(options.isEnabled());
    assertEquals(Log.DEFAULT_LEVEL, options.logLevel());
    assertEquals("", options.get(Option.SUMMARY));
    assertEquals(List.of(), options.warnings());
  }

  @Test
  void argumentsAreReadInTurn() {
    Options options = of("log=debug,summary=/tmp/x=y.json,enabled=false");
    assertEquals(Log.Level.DEBUG, options.logLevel());
    assertEquals("/tmp/x=y.json", options.get(Option.SUMMARY));
    assertFalse(options.isEnabled());
    assertEquals(List.of(), options.warnings());
  }

  @Test
  void argumentsWinOverPropertiesAndPropertiesOverTheEnvironment() {
    Map<String, String> properties = Map.of("jfs.log", "info", "jfs.summary", "property");
    Map<String, String> environment =
        Map.of("JFS_LOG", "error", "JFS_SUMMARY", "variable", "JFS_CARRIER", "channel");
    Options options = Options.of("log=debug", properties, environment);
    assertEquals(Log.Level.DEBUG, options.logLevel());
    assertEquals("property", options.get(Option.SUMMARY));
    assertEquals("channel", options.get(Option.CARRIER));
    assertEquals(List.of(), options.warnings());
  }

  @Test
  void badValueOfHigherPrecedenceLeavesTheLowerOne() {
    Options options = Options.of("log=loud", Map.of("jfs.log", "info"), Map.of());
    assertEquals(Log.Level.INFO, options.logLevel());
    assertEquals(1, options.warnings().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense=1", "log=loud", "enabled=yes", "enabled=TRUE", "carrier=pigeon", "log", "log=",
        "=x", "summary=", "LOG=info", "enabled= true", "\u0000", "log=off|warn", "carrier=platform|"
      })
  void whatCannotBeUnderstoodIsOneWarningAndChangesNothing(String arguments) {
    Options options = of(arguments);
    assertEquals(1, options.warnings().size(), options.warnings()::toString);
    for (Option option : Option.values()) {
      assertEquals(option.byDefault(), options.get(option));
    }
  }

  @Test
  void eachSourceOfAnUnknownOptionIsNamed() {
    Options options =
        Options.of(
            "foo=1",
            Map.of("jfs.bar", "2", "other.property", "x"),
            Map.of("JFS_BAZ", "3", "X", "y"));
    assertEquals(3, options.warnings().size());
    assertTrue(options.warnings().get(0).contains("'foo=1'"));
    assertTrue(options.warnings().get(1).contains("'-Djfs.bar'"));
    assertTrue(options.warnings().get(2).contains("'JFS_BAZ'"));
  }

  @Test
  void emptyArgumentsBetweenCommasAreNothing() {
    assertEquals(List.of(), of(",,log=info,,").warnings());
  }

  @Test
  void aMessageIsOneLine() {
    assertEquals("a b c d", Log.oneLine("a\nb\rc\u0007d"));
  }
}
