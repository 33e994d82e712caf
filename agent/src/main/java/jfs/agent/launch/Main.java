package jfs.agent.launch;

import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.config.Version;

/** {@code java -jar jfs-agent.jar COMMAND}. */
public final class Main {

  /** As the JVM's own launcher exits for a wrong command line. */
  private static final int USAGE_ERROR = 2;

  private static final int FAILED = 1;

  /** Classes that a Java may lack; the commands that steer a JVM use them. */
  private static final String ATTACH = "com/sun/tools/attach/";

  private static final Path PROC = Path.of("/proc");

  private Main() {}

  /** Runs a command; exits with 2 if the command line is wrong, and with 1 if the command fails. */
  public static void main(String[] arguments) throws Throwable {
    String command = arguments.length == 0 ? "help" : arguments[0];
    String[] rest = arguments.length == 0 ? arguments : tail(arguments);
    RunCommand program = null;
    try {
      switch (command) {
        case "run" -> program = RunCommand.prepare(rest);
        case "status" -> {
          warn();
          exit(new StatusCommand(PROC, System.out, System.err).run(rest));
        }
        case "top" -> {
          warn();
          new TopCommand(PROC, System.out).run(rest);
        }
        case "demo" -> new DemoCommand(System.out).run(rest);
        case "attach", "set", "detach" -> new SteerCommand(command, PROC).run(System.out, rest);
        case "doctor" -> exit(Doctor.run(PROC, System.out, rest));
        case "version", "--version" -> System.out.println(Version.string());
        case "help", "--help", "-h" -> help(System.out);
        default -> throw new UsageException("unknown command '" + command + "'");
      }
    } catch (UsageException e) {
      System.err.println("jfs: error: " + e.getMessage() + "; try: java -jar jfs-agent.jar help");
      System.exit(USAGE_ERROR);
    } catch (CommandException e) {
      fail(e.getMessage());
    } catch (InvalidPathException e) {
      fail(e.getMessage() + " (in the locale of this process, see LC_ALL)");
    } catch (NoClassDefFoundError e) {
      if (!String.valueOf(e.getMessage()).startsWith(ATTACH)) {
        throw e;
      }
      fail("this Java lacks the module jdk.attach: use that of a JDK");
    } catch (SecurityException e) {
      fail(
          ("the security manager forbids '" + command + "': " + e.getMessage())
              + "; grant this jar java.security.AllPermission in the policy");
    }
    if (program != null) {
      program.start(); // not above: what the program throws is its own
    }
  }

  /** Of options that say where to look, and are none. */
  private static void warn() {
    if (!Options.areInForce()) { // else the agent has said so
      Options.ofProcess().warnings().forEach(Log::warn);
    }
  }

  private static void fail(String why) {
    System.err.println("jfs: error: " + why);
    System.exit(FAILED);
  }

  private static void exit(int status) {
    if (status != 0) {
      System.exit(status);
    }
  }

  private static String[] tail(String[] arguments) {
    return Arrays.copyOfRange(arguments, 1, arguments.length);
  }

  private static void help(PrintStream out) {
    out.println("JFS " + Version.string() + ": Java Fast Sockets");
    out.println();
    out.println("java -javaagent:jfs-agent.jar[=OPTION=VALUE,...] ...   run any program on JFS");
    out.println("java -jar jfs-agent.jar COMMAND");
    out.println();
    out.println("  run [--OPTION=VALUE ...] [-cp PATH] (-jar FILE | MAINCLASS) [ARGUMENT ...]");
    out.println("            run a program on JFS in this JVM");
    out.println("  demo      call a server by RMI, without JFS and with it, and compare");
    out.println("  status [--json|--metrics|--watch[=SECONDS]] [PID]");
    out.println("            list the connections of a JVM, or the JVMs that have some");
    out.println("  top [--sort=sent|received|both] [--every=SECONDS] [--times=N] PID");
    out.println("            watch the connections of a JVM, with what they carry a second");
    out.println("  attach PID [OPTION=VALUE ...]");
    out.println("            put JFS into a JVM that runs");
    out.println("  set PID OPTION=VALUE ...");
    out.println("            set log, rules, shm or rdma of a JVM that runs");
    out.println("  detach PID");
    out.println("            have new connections of a JVM be the JDK's again");
    out.println("  doctor [--json] [--java=JAVA] [--explain=HOST:PORT] [OPTION=VALUE ...]");
    out.println("            say what a JVM with these flags and options gets, and what it lacks");
    out.println("  version   print the version");
    out.println();
    out.println("Options (also as -Djfs.OPTION=VALUE, or JFS_OPTION=VALUE in the environment):");
    for (Option option : Option.all()) {
      String byDefault = option.byDefault().isEmpty() ? "" : " (" + option.byDefault() + ")";
      out.printf("  %-8s %s%s%n", option.key(), option.help(), byDefault);
      out.printf("  %-8s   %s%n", "", option.choices());
    }
  }
}
