package jfs.agent.launch;

import java.util.Locale;
import jfs.core.stats.Json;

/**
 * What was found out about one thing that JFS may use.
 *
 * @param detail in one line, for people
 */
record Check(String name, State state, String detail) {

  /** Whether there is what was asked for. */
  enum State {
    /** There it is. */
    OK,
    /** It is not there, or not wanted, and nothing is amiss for that. */
    NOTE,
    /** It was asked for, and cannot be had. */
    FAILED
  }

  static Check ok(String name, String detail) {
    return new Check(name, State.OK, detail);
  }

  static Check note(String name, String detail) {
    return new Check(name, State.NOTE, detail);
  }

  static Check failed(String name, String detail) {
    return new Check(name, State.FAILED, detail);
  }

  /** A line for people. */
  String line() {
    return String.format(
        "%-14s %s%s", name, state == State.FAILED ? "cannot be had: " : "", detail);
  }

  /** One JSON object, without a line end. */
  String json() {
    return "{\"check\":"
        + Json.string(name.toLowerCase(Locale.ROOT).replace(' ', '-'))
        + (",\"state\":" + Json.string(state.name().toLowerCase(Locale.ROOT)))
        + (",\"detail\":" + Json.string(detail) + "}");
  }
}
