package jfs.bench.record;

/** A speed-up to the JDK and the ends of its 95 % interval. */
public record Ratio(double median, double low, double high) {

  static Ratio read(Fields json) throws BadReportException {
    return new Ratio(json.number("median"), json.number("low"), json.number("high"));
  }

  @Override
  public String toString() {
    return Numbers.ratio(median) + "× (" + Numbers.range(low, high) + ")";
  }
}
