package jfs.bench.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the workloads that are one thing done with messages of several sizes: a curve each. */
public final class SizeFamilies {

  /** Fewer are bars: there is no curve to see. */
  private static final int SIZES_FOR_A_CURVE = 3;

  /** For example 64, 64K, 1M-3, stream 64K. */
  private static final Pattern LABEL =
      Pattern.compile("(|.* )([0-9]{1,12})([KMG]?)(([+-])([0-9]{1,9}))?");

  private SizeFamilies() {}

  /** The workloads of each family, by the words before the size; the smallest size first. */
  public static Map<String, List<String>> of(Report report) {
    Map<String, Map<String, Long>> sizes = new LinkedHashMap<>();
    for (Row row : report.rows()) {
      Matcher label = LABEL.matcher(row.workload());
      if (label.matches() && row.bytes() > 0 && size(label) == row.bytes()) {
        sizes
            .computeIfAbsent(label.group(1).strip(), name -> new LinkedHashMap<>())
            .put(row.workload(), row.bytes());
      }
    }
    Map<String, List<String>> families = new LinkedHashMap<>();
    sizes.forEach(
        (name, workloads) -> {
          if (workloads.values().stream().distinct().count() >= SIZES_FOR_A_CURVE) {
            List<String> ordered = new ArrayList<>(workloads.keySet());
            ordered.sort((one, other) -> Long.compare(workloads.get(one), workloads.get(other)));
            families.put(name, ordered);
          }
        });
    return families;
  }

  private static long size(Matcher label) {
    int shift = 10 * " KMG".indexOf(label.group(3).isEmpty() ? " " : label.group(3));
    long size = Long.parseLong(label.group(2)) << shift;
    if (label.group(4) == null) {
      return size;
    }
    long offset = Long.parseLong(label.group(6));
    return label.group(5).equals("-") ? size - offset : size + offset;
  }
}
