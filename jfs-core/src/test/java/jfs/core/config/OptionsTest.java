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
    for (Option option : Option.all()) {
      assertEquals(option.byDefault(), options.get(option));
    }
  }

  @Test
  void eachSourceOfAnUnknownOptionIsNamed() {
    Options options =
        Options.of(
            "foo=1",
            Map.of("jfs.bar", "2", "other.property", "x"),
            Map.of("JFS_LOGG", "3", "X", "y"));
    assertEquals(3, options.warnings().size());
    assertTrue(options.warnings().get(0).contains("'foo=1'"));
    assertTrue(options.warnings().get(1).contains("'-Djfs.bar'"));
    assertTrue(options.warnings().get(2).contains("'JFS_LOGG'"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"JFS_LOGS", "JFS_ENABLE", "JFS_CARIER", "JFS_SUMMERY", "JFS_NATVE"})
  void mistypedVariableIsOneWarning(String variable) {
    Options options = Options.of(null, Map.of(), Map.of(variable, "x"));
    assertEquals(1, options.warnings().size());
    assertTrue(options.warnings().get(0).contains("'" + variable + "'"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JFS_HOME", "JFS_MOUNT", "JFS_RSA_PASSPHRASE", "JFS_NO_UPDATE", "JFS_META_PASSWORD", "JFS_",
        "JFS_CACHE_DIR", "JFS_SUPERVISOR", "JFS_NATIVE_SKIP", "JFS_DIR", "JFS_KEY", "JFS_TOKEN",
        "JFS_ENV", "JFS_PATH", "JFS_SSH", "JFS_RAM", "JFS_NAME"
      })
  void variableOfOtherSoftwareIsNone(String variable) {
    assertEquals(List.of(), Options.of(null, Map.of(), Map.of(variable, "x")).warnings());
  }

  @Test
  void setToTheDefaultIsSet() {
    assertTrue(of("log=warn").isSet(Option.LOG));
    assertFalse(of("log=off").isSet(Option.SUMMARY));
    assertFalse(of("log=perhaps").isSet(Option.LOG));
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
