package jfs.core.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The options in force. Whatever JFS cannot understand becomes a warning of one line and has no
 * other effect. They do not change once they are read, so any thread may call.
 */
public final class Options implements Function<Option, String> {

  private final Map<Option, String> values = new HashMap<>();
  private final List<String> warnings = new ArrayList<>();

  private static volatile Options process;

  private Options() {}

  /**
   * The options in force in this JVM: the agent's, or without an agent what the program has set.
   */
  public static Options ofProcess() {
    Options now = process;
    if (now == null) {
      now = of(null);
      process = now;
    }
    return now;
  }

  /**
   * Whether options are in force: the agent has installed them, or {@link #ofProcess} was called.
   */
  public static boolean areInForce() {
    return process != null;
  }

  /** Makes these the options in force. */
  public static void install(Options options) {
    process = options;
  }

  /**
   * Reads the options of this JVM.
   *
   * @param agentArguments {@code k=v,k=v}, may be null
   * @throws SecurityException if a security manager keeps JFS from reading them
   */
  public static Options of(String agentArguments) {
    Map<String, String> properties = new TreeMap<>();
    for (Object name : System.getProperties().keySet()) {
      if (name instanceof String property && property.startsWith(Option.PROPERTY_PREFIX)) {
        properties.put(property, System.getProperty(property, ""));
      }
    }
    return of(agentArguments, properties, System.getenv());
  }

  /** Reads the options from the given sources, for example those of another JVM. */
  public static Options of(
      String agentArguments, Map<String, String> properties, Map<String, String> environment) {
    Options options = new Options();
    options.readArguments(agentArguments == null ? "" : agentArguments);
    for (Map.Entry<String, String> property : properties.entrySet()) {
      String name = property.getKey();
      if (name.startsWith(Option.PROPERTY_PREFIX)) {
        options.set(
            name.substring(Option.PROPERTY_PREFIX.length()), property.getValue(), "-D" + name);
      }
    }
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      if (name.startsWith(Option.VARIABLE_PREFIX)) {
        String key = name.substring(Option.VARIABLE_PREFIX.length()).toLowerCase(Locale.ROOT);
        if (Option.withKey(key) != null || Mistyped.meaning(key) != null) {
          options.set(key, variable.getValue(), name);
        }
      }
    }
    return options;
  }

  private void readArguments(String arguments) {
    int from = 0;
    while (from < arguments.length()) {
      int comma = arguments.indexOf(',', from);
      int to = comma < 0 ? arguments.length() : comma;
      String argument = arguments.substring(from, to);
      int equals = argument.indexOf('=');
      if (equals > 0) {
        set(argument.substring(0, equals), argument.substring(equals + 1), argument);
      } else if (!argument.isEmpty()) {
        warnings.add("ignored: '" + argument + "' is not of the form option=value");
      }
      from = to + 1;
    }
  }

  /** Takes a value, unless a source of higher precedence gave one. */
  private void set(String key, String value, String source) {
    Option option = Option.withKey(key);
    if (option == null) {
      warnings.add("ignored: unknown option '" + source + "'; known: " + known());
    } else if (!option.takes(value)) {
      warnings.add(
          ("ignored: bad value '" + value + "' of '" + source)
              + ("'; " + key + " takes " + option.choices()));
    } else {
      values.putIfAbsent(option, value);
    }
  }

  private static String known() {
    StringBuilder known = new StringBuilder();
    for (Option option : Option.all()) {
      known.append(known.length() == 0 ? "" : ", ").append(option.key());
    }
    return known.toString();
  }

  /** The value of an option: what was set, or its default. */
  public String get(Option option) {
    String value = values.get(option);
    return value == null ? option.byDefault() : value;
  }

  /** The same, for transports. */
  @Override
  public String apply(Option option) {
    return get(option);
  }

  /** Whether an option was set, even if to its default. */
  public boolean isSet(Option option) {
    return values.containsKey(option);
  }

  /** Whether an option of a transport was set. */
  public boolean areOfTransports() {
    for (Option option : values.keySet()) {
      if (option.isOfTransport()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The options that {@code others} sets to another value than here, each as {@code k=v (is w)}.
   */
  public List<String> differences(Options others) {
    List<String> differences = new ArrayList<>();
    for (Option option : Option.all()) {
      String here = get(option);
      if (others.isSet(option) && !others.get(option).equals(here)) {
        differences.add(
            (option.key() + "=" + others.get(option))
                + (here.isEmpty() ? " (is not set)" : " (is " + here + ")"));
      }
    }
    return differences;
  }

  /** When a transport has to know of a connection: the earliest of all. */
  public Need need() {
    boolean ofTransports = false;
    for (Option option : values.keySet()) {
      ofTransports |= option.isOfTransport();
    }
    if (!ofTransports) {
      return Need.WHEN_WORTH_IT; // and a program's start need not wait until they are looked for
    }
    Need earliest = Need.NEVER;
    for (OptionSource source : Option.sources()) {
      Need need = source.need(this);
      if (need.compareTo(earliest) > 0) {
        earliest = need;
      }
    }
    return earliest;
  }

  /** Whether JFS is to be installed. */
  public boolean isEnabled() {
    return get(Option.ENABLED).equals("true");
  }

  /** How much JFS logs. */
  public Log.Level logLevel() {
    return Log.Level.valueOf(get(Option.LOG).toUpperCase(Locale.ROOT));
  }

  /** Has JFS log as much, and where, as these say. */
  public void setLog() {
    Log.setLevel(logLevel());
    String file = get(Option.LOG_FILE);
    if (!file.isEmpty()) {
      Log.setFile(file);
    }
  }

  /** What was not understood, one line each. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }
}
