package jfs.bench.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jfs.bench.result.Report;

/** All files that are made of published results. */
public final class Documentation {

  /** The folder of all but the main page, beneath that of the documentation. */
  public static final String FOLDER = "benchmarks";

  private static final String PLOTS = FOLDER + "/";

  /** The results that plots by message size are made of. */
  private static final String BY_SIZE = "pingpong-two";

  private static final String STREAMS = "stream-two";

  private Documentation() {}

  /**
   * The texts, by their places in the folder of the documentation.
   *
   * @param reports by the names of their files, without what is behind the dot
   */
  public static Map<String, String> of(Map<String, Report> reports) {
    List<Result> results = new ArrayList<>();
    new TreeMap<>(reports).forEach((name, report) -> results.add(new Result(name, report)));
    Map<String, String> files = new TreeMap<>();
    files.put("benchmarks.md", MainPage.of(results));
    files.put(PLOTS + "gains-and-losses.svg", GainsAndLosses.of(results));
    if (reports.containsKey(BY_SIZE)) {
      files.put(PLOTS + "headline.svg", Headline.of(results));
      files.put(PLOTS + "latency.svg", VariantPlot.ofLatency(reports.get(BY_SIZE)));
    }
    if (reports.containsKey(STREAMS)) {
      files.put(PLOTS + "throughput.svg", VariantPlot.ofThroughput(reports.get(STREAMS)));
    }
    results.forEach(result -> files.put(PLOTS + result.name() + ".md", SuitePage.of(result)));
    return files;
  }
}
