package jfs.core.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import jfs.core.runtime.Services;

/**
 * An option of JFS: one of those below, or of a transport ({@link OptionSource}). A user sets it as
 * {@code k=v} in the agent's arguments, as {@code -Djfs.k=v}, or as {@code JFS_K=v} in the
 * environment. The first of these that has it counts.
 */
public final class Option {

  /** Whether JFS is installed at all. */
  public static final Option ENABLED =
      new Option("enabled", "true|false", "true", "install JFS in this JVM");

  /** How much JFS logs on standard error. */
  public static final Option LOG =
      new Option("log", "off|error|warn|info|debug", "warn", "how much JFS says on standard error");

  /** Where it goes in place of standard error. */
  public static final Option LOG_FILE =
      new Option("log_file", "FILE", "", "append it to a file instead, with time and process");

  /** Where the summary goes when the JVM exits. */
  public static final Option SUMMARY =
      new Option(
          "summary", "FILE|stderr", "", "append one line of JSON about all connections at exit");

  /** Which carrier lies beneath the sockets. */
  public static final Option CARRIER =
      new Option(
          "carrier",
          "platform|channel",
          "",
          "the TCP beneath: the JDK's own sockets, or NIO channels");

  /** Whether the JDK's socket channels are JFS's, too. */
  public static final Option CHANNELS =
      new Option("channels", "on|off", "off", "socket channels and selectors, too");

  /** Whether the JDK's object streams call JFS. */
  public static final Option STREAMS =
      new Option("streams", "on|off", "off", "object streams: the same bytes, faster");

  /** Where the native library is. */
  public static final Option NATIVE =
      new Option("native", "FILE|off", "", "the native library to load, or off to do without one");

  /** Which transports connections may have, by their addresses. */
  public static final Option RULES =
      new Option("rules", "FILE", "", "a file of rules: which connections may have what transport");

  private static final Option[] CORE = {
    ENABLED, LOG, LOG_FILE, SUMMARY, CARRIER, CHANNELS, STREAMS, RULES, NATIVE
  };

  static final String PROPERTY_PREFIX = "jfs.";
  static final String VARIABLE_PREFIX = "JFS_";

  private final String key;
  private final String choices;
  private final String byDefault;
  private final String help;

  /**
   * Declares an option.
   *
   * @param key the name in the agent's arguments
   * @param choices the values that it takes, with a bar between; words in capitals stand for any
   *     text
   * @param byDefault the value if nothing sets it; empty where JFS chooses
   * @param help what it does, in a line
   */
  public Option(String key, String choices, String byDefault, String help) {
    this.key = key;
    this.choices = choices;
    this.byDefault = byDefault;
    this.help = help;
  }

  /**
   * Those of the transports. A holder: they are looked for where an option is set that is not one
   * of the above, so that the start of other programs does not take longer.
   */
  private static final class OfTransports {
    static final List<OptionSource> SOURCES = find();
    static final List<Option> ALL = all();

    private static List<OptionSource> find() {
      try {
        return Services.of(OptionSource.class);
      } catch (ServiceConfigurationError e) {
        Log.warn("options of transports are not known", e);
        return List.of();
      }
    }

    private static List<Option> all() {
      List<Option> all = new ArrayList<>();
      for (OptionSource source : SOURCES) {
        all.addAll(source.options());
      }
      return all;
    }
  }

  /** All options, in the order in which people look at them. */
  public static List<Option> all() {
    List<Option> all = new ArrayList<>(List.of(CORE));
    all.addAll(OfTransports.ALL);
    return all;
  }

  /** Those who declare the options of the transports. */
  static List<OptionSource> sources() {
    return OfTransports.SOURCES;
  }

  /** Whether it is the option of a transport. */
  boolean isOfTransport() {
    for (Option option : CORE) {
      if (option == this) {
        return false;
      }
    }
    return true;
  }

  /** The name in the agent's arguments. */
  public String key() {
    return key;
  }

  /** The name as a system property. */
  public String property() {
    return PROPERTY_PREFIX + key;
  }

  /** The name as an environment variable. */
  public String variable() {
    return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT);
  }

  /** The values that it takes; words in capitals stand for any text. */
  public String choices() {
    return choices;
  }

  /** The value if nothing sets it; empty where JFS chooses. */
  public String byDefault() {
    return byDefault;
  }

  /** What it does, in a line. */
  public String help() {
    return help;
  }

  /** Whether the option takes this value. */
  boolean takes(String value) {
    if (value.isEmpty()) {
      return false;
    }
    int from = 0;
    while (from <= choices.length()) {
      int bar = choices.indexOf('|', from);
      int to = bar < 0 ? choices.length() : bar;
      String allowed = choices.substring(from, to);
      if (allowed.equals(value) || allowed.equals("FILE")) {
        return true;
      }
      from = to + 1;
    }
    return false;
  }

  /** The option with this key, or null. */
  static Option withKey(String key) {
    for (Option option : CORE) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    for (Option option : OfTransports.ALL) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return key;
  }
}
