package jfs.bench;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import jfs.bench.cli.AppsCommand;
import jfs.bench.cli.AppsNioCommand;
import jfs.bench.cli.BidirCommand;
import jfs.bench.cli.BusyCommand;
import jfs.bench.cli.ColdCommand;
import jfs.bench.cli.Comms1Command;
import jfs.bench.cli.CompareCommand;
import jfs.bench.cli.ConnectCommand;
import jfs.bench.cli.ConnectionsCommand;
import jfs.bench.cli.CpuCommand;
import jfs.bench.cli.IncastCommand;
import jfs.bench.cli.JmhCommand;
import jfs.bench.cli.ManyCommand;
import jfs.bench.cli.OversubscribedCommand;
import jfs.bench.cli.PageCommand;
import jfs.bench.cli.PingPongCommand;
import jfs.bench.cli.ProgramsCommand;
import jfs.bench.cli.ReportCommand;
import jfs.bench.cli.RmiCommand;
import jfs.bench.cli.SelectorCommand;
import jfs.bench.cli.SerialCommand;
import jfs.bench.cli.ShortCommand;
import jfs.bench.cli.StreamCommand;
import jfs.bench.host.BenchException;
import jfs.core.config.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Compares JFS with the JDK's sockets, in one run on one machine.
 *
 * <p>Exit status: 0 done; 1 a benchmark failed; 2 bad options; 3 {@code --at-least} was not shown,
 * or {@code compare} shows a regression.
 */
@Command(
    name = "jfs-bench",
    mixinStandardHelpOptions = true,
    description = "Compares JFS with the JDK's sockets, in one run on one machine.",
    synopsisSubcommandLabel = "SUITE",
    subcommands = {
      PingPongCommand.class,
      StreamCommand.class,
      BidirCommand.class,
      IncastCommand.class,
      RmiCommand.class,
      SerialCommand.class,
      AppsCommand.class,
      Comms1Command.class,
      ConnectCommand.class,
      ShortCommand.class,
      ProgramsCommand.class,
      AppsNioCommand.class,
      ColdCommand.class,
      BusyCommand.class,
      ConnectionsCommand.class,
      CpuCommand.class,
      ManyCommand.class,
      SelectorCommand.class,
      OversubscribedCommand.class,
      JmhCommand.class,
      ReportCommand.class,
      PageCommand.class,
      CompareCommand.class
    })
public final class Bench {

  private Bench() {}

  public static void main(String[] args) {
    // The tables have µ and –, whatever the locale.
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(out, err, args));
  }

  /** Answers the exit status. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    CommandLine commands = new CommandLine(new Bench());
    commands.getCommandSpec().version(Version.string());
    commands
        .getSubcommands()
        .values()
        .forEach(suite -> suite.getCommandSpec().version(Version.string()));
    commands.setOut(out);
    commands.setErr(err);
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.getSubcommands().get("jmh").setUnmatchedOptionsArePositionalParams(true);
    commands.setParameterExceptionHandler(
        (e, rejected) -> {
          CommandLine command = e.getCommandLine();
          String name = command.getCommandSpec().qualifiedName();
          command.getErr().println(name + ": " + e.getMessage() + " (--help lists the options)");
          return CommandLine.ExitCode.USAGE;
        });
    commands.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          if (!(e instanceof BenchException)) {
            throw e;
          }
          command
              .getErr()
              .println(command.getCommandSpec().qualifiedName() + ": " + e.getMessage());
          return CommandLine.ExitCode.SOFTWARE;
        });
    return commands.execute(args);
  }
}
