package jfs.core.config;

import java.util.Locale;

/**
 * The options of JFS. A user sets one as {@code k=v} in the agent's arguments, as {@code
 * -Djfs.k=v}, or as {@code JFS_K=v} in the environment. The first of these that has it counts.
 */
public enum Option {
  /** Whether JFS is installed at all. */
  ENABLED("true|false", "true", "install JFS in this JVM"),
  /** How much JFS logs on standard error. */
  LOG("off|error|warn|info|debug", "warn", "how much JFS says on standard error"),
  /** Where the summary goes when the JVM exits. */
  SUMMARY("FILE|stderr", "", "append one line of JSON about all connections at exit"),
  /** Which carrier lies beneath the sockets. */
  CARRIER("platform|channel", "", "the TCP beneath: the JDK's own sockets, or NIO channels"),
  /** Whether connections on one host leave TCP. */
  SHM("on|off|eager", "on", "shared memory on one host; eager: at connect, without waiting"),
  /** The folder that holds the rendezvous directory of each user. */
  SHM_DIR("FILE", "", "the folder on a tmpfs where JVMs meet; they must all have the same"),
  /** Whether connections between hosts leave TCP. Empty: only if there is a key. */
  RDMA(
      "on|off|eager|always",
      "",
      "RDMA between hosts (on if there is an rdma_key); eager: at connect, without waiting; always:"
          + " eager, and within a host"),
  /** The secret by which the JVMs of a cluster recognise each other. */
  RDMA_KEY("FILE", "", "a file with the cluster's secret: RDMA only to JVMs that have it, too"),
  /** Where the native library is. */
  NATIVE("FILE|off", "", "the native library to load, or off to do without one");

  static final String PROPERTY_PREFIX = "jfs.";
  static final String VARIABLE_PREFIX = "JFS_";

  private final String key = name().toLowerCase(Locale.ROOT);
  private final String choices;
  private final String byDefault;
  private final String help;

  Option(String choices, String byDefault, String help) {
    this.choices = choices;
    this.byDefault = byDefault;
    this.help = help;
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
    return VARIABLE_PREFIX + name();
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
    for (Option option : values()) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    return null;
  }
}
