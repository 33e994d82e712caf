package jfs.bench.child;

/**
 * The life of every JVM that the harness starts: it makes the end that its arguments name, greets,
 * answers commands, one line each, and exits when standard input ends, or with status 1 when
 * anything fails. All ends answer {@code cpu} with the CPU time that the process has used so far,
 * and {@code memory} with the memory that it needs.
 */
public final class Bootstrap {

  private Bootstrap() {}

  /** A family of programs, each with a {@code main} that calls {@link #run}. */
  public interface Family {

    /** Makes the end that these words name. */
    End open(String[] words) throws Exception;
  }

  /** Does not return. */
  public static void run(Family family, String[] words) {
    Commands commands = Commands.open();
    try {
      End end = family.open(words);
      Commands.answer(end.greeting());
      for (; ; ) {
        Commands.answer(answer(end, commands.next()));
      }
    } catch (Exception | Error e) {
      // Other threads, a server's or RMI's, would keep the program alive.
      Commands.fail(e);
    }
  }

  private static String answer(End end, String[] command) throws Exception {
    return switch (command[0]) {
      case "cpu" -> "cpu=" + CpuTime.nanos();
      case "memory" -> "memory=" + Memory.bytes();
      default -> end.answer(command);
    };
  }
}
