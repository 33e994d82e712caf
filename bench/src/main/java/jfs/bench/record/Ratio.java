package jfs.bench.record;

/** A speed-up to the JDK and the ends of its 95 % interval, which are NaN if it has none. */
public record Ratio(double median, double low, double high) {

  static Ratio read(Fields json) throws BadReportException {
    return new Ratio(json.number("median"), end(json, "low"), end(json, "high"));
  }

  private static double end(Fields json, String name) throws BadReportException {
    return json.has(name) ? json.number(name) : Double.NaN;
  }

  @Override
  public String toString() {
    String interval = Double.isNaN(low) ? "" : " (" + Numbers.range(low, high) + ")";
    return Numbers.ratio(median) + "×" + interval;
  }
}
