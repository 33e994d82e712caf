package jfs.bench.host;

import java.util.List;
import java.util.Locale;

/** Where the two measured programs run. */
public enum Placement {
  /** Where the scheduler puts them. */
  FREE,
  /** The server on one core, the client on another. */
  TWO,
  /** Both on the same core. */
  ONE;

  /**
   * Checks that the measured programs can be placed so.
   *
   * @throws BenchException if not
   */
  public void check(List<Integer> cpus) {
    if (this != FREE && !Executables.exists("taskset")) {
      throw new BenchException("taskset is not in PATH");
    }
    if (this == TWO && cpus.size() < 2) {
      throw new BenchException("this process may use one CPU only");
    }
  }

  /** The words to put before a server's command line. */
  public List<String> server(List<Integer> cpus) {
    return this == FREE ? List.of() : taskset(cpus.get(0));
  }

  /** The words to put before a client's command line. */
  public List<String> client(List<Integer> cpus) {
    return switch (this) {
      case FREE -> List.of();
      case ONE -> taskset(cpus.get(0));
      case TWO -> taskset(cpus.get(1));
    };
  }

  /** The C program's options for the same: it places its own two processes. */
  public List<String> baseline(List<Integer> cpus) {
    return switch (this) {
      case FREE -> List.of("--place", "free");
      case ONE -> List.of("--place", "one", "--cpus", cpus.get(0) + "," + cpus.get(0));
      // Its client's comes first.
      case TWO -> List.of("--place", "two", "--cpus", cpus.get(1) + "," + cpus.get(0));
    };
  }

  private static List<String> taskset(int cpu) {
    return List.of("taskset", "-c", String.valueOf(cpu));
  }

  /** For the conditions. */
  public String describe(List<Integer> cpus) {
    return switch (this) {
      case FREE -> "free: not pinned";
      case ONE -> "one: server and client on CPU " + cpus.get(0);
      case TWO -> "two: server on CPU " + cpus.get(0) + ", client on CPU " + cpus.get(1);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
