package jfs.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The C program, jfs-baseline: what this host can do at best, without Java. */
enum Baseline implements Means {
  /** The limit, where each end has a CPU to spin on. */
  RING("ring", Wait.SPIN, Wait.ADAPTIVE),
  /** Asleep whenever there is nothing to do. */
  RING_FUTEX("ring", Wait.FUTEX, Wait.FUTEX),
  TCP("tcp", Wait.BLOCK, Wait.BLOCK);

  /** How an end waits. */
  private enum Wait {
    SPIN("spin", "C, shared memory ring, spin"),
    ADAPTIVE("adaptive", "C, shared memory ring, short spin while that pays, else futex"),
    FUTEX("futex", "C, shared memory ring, futex"),
    BLOCK("block", "C, loopback TCP");

    final String word;
    final String carriedBy;

    Wait(String word, String carriedBy) {
      this.word = word;
      this.carriedBy = carriedBy;
    }
  }

  private static final int SPINS = 500;

  private final String transport;
  private final Wait ofFew;
  private final Wait ofMany;

  Baseline(String transport, Wait ofFew, Wait ofMany) {
    this.transport = transport;
    this.ofFew = ofFew;
    this.ofMany = ofMany;
  }

  @Override
  public Pair start(String variant, Plan plan, Path folder) {
    List<Integer> cpus = Cpus.ofProcess();
    List<String> command = command(plan, cpus);
    return new BaselinePair(
        Child.start(variant, command, plan.patience()), waiting(plan, cpus).carriedBy);
  }

  List<String> command(Plan plan, List<Integer> cpus) {
    Path executable =
        plan.baseline()
            .orElseThrow(() -> new BenchException("no jfs-baseline to run this variant with"));
    List<String> command = new ArrayList<>();
    command.add(executable.toString());
    command.add("slices");
    command.addAll(plan.programs().baseline());
    command.addAll(List.of("--transport", transport));
    command.addAll(List.of("--wait", waiting(plan, cpus).word));
    command.addAll(List.of("--spins", String.valueOf(SPINS)));
    command.addAll(plan.placement().baseline(cpus));
    return command;
  }

  /** Who spins for ever where others need the CPU keeps back what it waits for. */
  private Wait waiting(Plan plan, List<Integer> cpus) {
    boolean crowded =
        plan.programs().crowded() || plan.placement() == Placement.ONE || cpus.size() < 2;
    return crowded ? ofMany : ofFew;
  }
}
