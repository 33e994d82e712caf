package jfs.agent.launch;

import java.util.Locale;
import jfs.core.stats.Json;

/**
 * The result of a check of one thing that JFS may use.
 *
 * @param detail in one line, for people
 */
record Check(String name, State state, String detail) {

  /** Whether what was asked for is there. */
  enum State {
    /** It is there. */
    OK,
    /** It is missing, or not wanted, and that is no fault. */
    NOTE,
    /** It was asked for, and is not available. */
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
