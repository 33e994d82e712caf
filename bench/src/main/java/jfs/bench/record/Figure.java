package jfs.bench.record;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of number in a report.
 *
 * @param key its name in the file
 */
public record Figure(String key) {

  private static final Pattern PERCENTILE = Pattern.compile("p([0-9]{2})([0-9]*)_us");

  /** What people call it. A kind that is new shows its key: better than to leave it out. */
  public String label() {
    Matcher percentile = PERCENTILE.matcher(key);
    if (percentile.matches()) {
      String rest = percentile.group(2);
      return "p" + percentile.group(1) + (rest.isEmpty() ? "" : "." + rest) + " µs";
    }
    return switch (key) {
      case "mean_us" -> "mean µs";
      case "cpu_us" -> "CPU µs";
      case "mb_per_s" -> "MB/s";
      case "total_mb_per_s" -> "total MB/s";
      case "per_s" -> "per s";
      case "cpu_us_per_message" -> "CPU µs/message";
      default -> key.replace('_', ' ');
    };
  }

  public boolean isPercentile() {
    return PERCENTILE.matcher(key).matches();
  }

  /** Whether it says how much is done in a second: more is better. */
  public boolean isRate() {
    return key.equals("per_s") || key.endsWith("_per_s");
  }
}
