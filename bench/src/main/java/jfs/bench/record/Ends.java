package jfs.bench.record;

/** What carried a fork's connections, in the words of each end. */
public record Ends(String client, String server) {

  static Ends read(Fields json) throws BadReportException {
    return new Ends(json.text("client"), json.text("server"));
  }
}
