package jfs.agent.launch;

import java.util.Locale;
import jfs.core.stats.Json;
import jfs.core.transport.Check;

/** How {@code jfs doctor} says the result of a check. */
final class CheckLine {

  private CheckLine() {}

  /** A line for people. */
  static String forPeople(Check check) {
    return String.format(
        "%-14s %s%s",
        check.name(), check.state() == Check.State.FAILED ? "cannot be had: " : "", check.detail());
  }

  /** One JSON object, without a line end. */
  static String json(Check check) {
    return "{\"check\":"
        + Json.string(check.name().toLowerCase(Locale.ROOT).replace(' ', '-'))
        + (",\"state\":" + Json.string(check.state().name().toLowerCase(Locale.ROOT)))
        + (",\"detail\":" + Json.string(check.detail()) + "}");
  }
}
