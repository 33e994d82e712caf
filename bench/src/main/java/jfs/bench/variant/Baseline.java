package jfs.bench.variant;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.BenchException;
import jfs.bench.host.Cpus;
import jfs.bench.host.Placement;
import jfs.bench.plan.Means;
import jfs.bench.plan.Pair;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;

/** The C program, jfs-baseline: what this host can do at best, without Java. */
enum Baseline implements Means {
  /** The limit, where each end has a CPU to spin on. */
  RING("ring", "shared memory ring", Wait.SPIN, Wait.ADAPTIVE),
  /** Asleep whenever there is nothing to do. */
  RING_FUTEX("ring", "shared memory ring", Wait.FUTEX, Wait.FUTEX),
  /** The limit between hosts. */
  VERBS("verbs", "ring over RDMA verbs", Wait.SPIN, Wait.BLOCK),
  VERBS_BLOCK("verbs", "ring over RDMA verbs", Wait.BLOCK, Wait.BLOCK),
  TCP("tcp", "TCP", Wait.BLOCK, Wait.BLOCK);

  /** How an end waits. */
  private enum Wait {
    SPIN("spin", "spin"),
    ADAPTIVE("adaptive", "short spin while that pays, else futex"),
    FUTEX("futex", "futex"),
    BLOCK("block", "asleep in the kernel");

    final String word;
    final String description;

    Wait(String word, String description) {
      this.word = word;
      this.description = description;
    }
  }

  private static final int SPINS = 500;

  private final String transport;
  private final String description;
  private final Wait ofFew;
  private final Wait ofMany;

  Baseline(String transport, String description, Wait ofFew, Wait ofMany) {
    this.transport = transport;
    this.description = description;
    this.ofFew = ofFew;
    this.ofMany = ofMany;
  }

  @Override
  public Pair start(String variant, VariantSetup setup, List<Workload> workloads, Path folder) {
    List<Integer> cpus = Cpus.ofProcess();
    List<String> command = command(setup, cpus);
    return new BaselinePair(
        Child.start(variant, command, setup.patience()),
        "C, " + description + ", " + waiting(setup, cpus).description);
  }

  @Override
  public Optional<String> obstacle(VariantSetup setup) {
    boolean verbs = transport.equals("verbs");
    if (setup.programs().baseline().isEmpty()) {
      return Optional.of("for pingpong and many only: not done in C");
    }
    if (setup.baseline().isEmpty()) {
      return Optional.of("jfs-baseline was not built: it takes CMake and a C compiler");
    }
    if (verbs && setup.route().isEmpty()) {
      return Optional.of(ObstacleWords.NEEDS_DEVICES);
    }
    return transport.equals("ring") && setup.route().isPresent()
        ? Optional.of(ObstacleWords.ONE_HOST)
        : Optional.empty();
  }

  List<String> command(VariantSetup setup, List<Integer> cpus) {
    Path executable =
        setup
            .baseline()
            .orElseThrow(() -> new BenchException("no jfs-baseline to run this variant with"));
    List<String> command = new ArrayList<>();
    command.add(executable.toString());
    command.add("slices");
    command.addAll(setup.programs().baseline());
    command.addAll(List.of("--transport", transport));
    command.addAll(List.of("--wait", waiting(setup, cpus).word));
    command.addAll(List.of("--spins", String.valueOf(SPINS)));
    if (!transport.equals("ring")) {
      setup.route().ifPresent(route -> command.addAll(route.baseline()));
    }
    command.addAll(setup.placement().baseline(cpus));
    return command;
  }

  /** How ends wait: an end that spins for ever where others need the CPU delays its own peer. */
  private Wait waiting(VariantSetup setup, List<Integer> cpus) {
    boolean crowded =
        setup.programs().crowded() || setup.placement() == Placement.ONE || cpus.size() < 2;
    return crowded ? ofMany : ofFew;
  }
}
