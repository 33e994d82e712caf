package jfs.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfs.bench.result.Effort;
import jfs.bench.result.Ends;
import jfs.bench.result.Report;

/** What a reader must know before two runs are compared: a line each. */
final class Warnings {

  /** Differ between any two runs, or are what is compared. */
  private static final Set<String> MAY_DIFFER =
      Set.of("date", "load average (1 min)", "others took", "clock", "JFS");

  private static final String NONE = "(none)";

  private Warnings() {}

  static List<String> of(Report before, Report after) {
    List<String> lines = new ArrayList<>();
    differences(before.conditions(), after.conditions()).stream()
        .filter(name -> !MAY_DIFFER.contains(name))
        .forEach(name -> lines.add(name + values(name, before.conditions(), after.conditions())));
    busy("A", before, lines);
    busy("B", after, lines);
    fewForks("A", before, lines);
    fewForks("B", after, lines);
    transports(before, after, lines);
    onlyIn("A", before, after, lines);
    onlyIn("B", after, before, lines);
    return lines;
  }

  private static List<String> differences(Map<String, ?> before, Map<String, ?> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    return names.stream()
        .filter(name -> before.get(name) == null || !before.get(name).equals(after.get(name)))
        .toList();
  }

  private static String values(String name, Map<String, String> before, Map<String, String> after) {
    return (" differs: A " + before.getOrDefault(name, NONE))
        + ("; B " + after.getOrDefault(name, NONE));
  }

  private static void busy(String name, Report run, List<String> lines) {
    if (run.load() != null && run.load().isBusy()) {
      lines.add(name + " was disturbed: others took " + run.load());
    }
  }

  private static void fewForks(String name, Report run, List<String> lines) {
    if (run.effort().hasFewForks()) {
      lines.add(
          (name + " has " + run.effort().forks() + " forks only: equal JVMs differ by some percent")
              + (" for their whole lives, and with fewer than " + Effort.FORKS_TO_TRUST)
              + " the intervals do not cover that");
    }
  }

  private static void transports(Report before, Report after, List<String> lines) {
    for (String variant : before.transports().keySet()) {
      Set<Ends> first = new LinkedHashSet<>(before.transports().get(variant));
      Set<Ends> second = new LinkedHashSet<>(after.transports().getOrDefault(variant, List.of()));
      if (!second.isEmpty() && !first.equals(second)) {
        lines.add(
            "what carried " + variant + " differs: A " + print(first) + "; B " + print(second));
      }
    }
  }

  private static String print(Set<Ends> all) {
    return String.join(" or ", all.stream().map(ends -> "[" + ends + "]").toList());
  }

  private static void onlyIn(String name, Report one, Report other, List<String> lines) {
    List<String> variants = new ArrayList<>(one.variants());
    variants.removeAll(other.variants());
    if (!variants.isEmpty()) {
      lines.add("only " + name + " has the variants " + String.join(", ", variants));
    }
    List<String> workloads = new ArrayList<>(one.workloads());
    workloads.removeAll(other.workloads());
    if (!workloads.isEmpty()) {
      lines.add("only " + name + " has the workloads " + String.join(", ", workloads));
    }
  }
}
