package jfs.agent.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.agent.install.Installation;
import jfs.core.StartWarnings;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.config.Version;
import jfs.core.rules.Rules;
import jfs.core.transport.Check;
import jfs.core.transport.TransportKind;
import jfs.core.transport.Transports;
import jfs.natives.NativeLibrary;
import jfs.natives.ResourceLimit;
import jfs.natives.ResourceLimits;

/** Checks what this JVM, in which the agent has been started, gets of what its options ask for. */
final class Checks {

  /** Enough open files for a server. */
  private static final long MANY = 4096;

  private static final String SWITCHED_OFF = "switched off by enabled=false";

  private final Options options;
  private final List<Check> all = new ArrayList<>();

  private Checks(Options options) {
    this.options = options;
  }

  /**
   * All of them, in the order in which people look at them.
   *
   * @param options those in force
   * @param asked those that were asked for
   */
  static List<Check> of(Options options, Options asked) {
    Checks checks = new Checks(options);
    checks.surroundings();
    for (String difference : options.differences(asked)) {
      checks.add(Check.failed("Option", difference + ", by an agent that comes before"));
    }
    if (options.isEnabled()) {
      checks.agent();
      checks.nativeLibrary();
      checks.all.addAll(Transports.installed().checks(options));
      checks.rules();
      checks.summary();
      checks.limits();
    } else {
      checks.add(Check.note("Agent", SWITCHED_OFF));
      checks.inVain();
    }
    return checks.all;
  }

  private void add(Check check) {
    all.add(check);
  }

  /** Adds what the options ask for although the agent is switched off. */
  private void inVain() {
    for (TransportKind kind : Transports.installed().kindsAskedFor(options)) {
      add(Check.failed(kind.title(), SWITCHED_OFF));
    }
    if (options.isSet(Option.NATIVE) && !options.get(Option.NATIVE).equals("off")) {
      add(Check.failed("Native", SWITCHED_OFF));
    }
    if (options.isSet(Option.SUMMARY)) {
      add(Check.failed("Summary", SWITCHED_OFF));
    }
  }

  private boolean isChannel() {
    return options.get(Option.CARRIER).equals("channel");
  }

  private void surroundings() {
    add(Check.ok("JFS", Version.string()));
    add(
        Check.ok(
            "Java", System.getProperty("java.version") + ", " + System.getProperty("java.home")));
    add(
        Check.ok(
            "Host",
            System.getProperty("os.name")
                + (" " + System.getProperty("os.version") + " " + System.getProperty("os.arch"))
                + (", processors: " + Runtime.getRuntime().availableProcessors())));
    for (String warning : options.warnings()) {
      add(Check.failed("Option", warning));
    }
  }

  private void agent() {
    add(
        Installation.isInstalled()
            ? Check.ok("Agent", "installed")
            : Check.failed("Agent", "not installed; standard error has why"));
    if (!isChannel()) {
      add(Check.ok("Carrier", "platform"));
    } else if (StartWarnings.isChannelInVain(options, "channel")) {
      add(Check.failed("Carrier", "carrier=channel keeps all connections on TCP"));
    } else {
      add(Check.note("Carrier", "channel: all connections stay on TCP"));
    }
  }

  private void nativeLibrary() {
    String detail = NativeLibrary.status().detail();
    String without = ": all works without it, but threads that wait are woken through TCP";
    if (NativeLibrary.isLoaded()) {
      add(Check.ok("Native", detail + ": threads that wait sleep on the shared memory"));
    } else if (options.isSet(Option.NATIVE) && !options.get(Option.NATIVE).equals("off")) {
      add(Check.failed("Native", detail + without));
    } else {
      add(Check.note("Native", detail + without));
    }
  }

  private void summary() {
    String trouble = StartWarnings.summaryTrouble(options);
    if (trouble != null) {
      add(Check.failed("Summary", trouble));
    } else if (options.isSet(Option.SUMMARY)) {
      add(Check.ok("Summary", options.get(Option.SUMMARY)));
    }
  }

  private void rules() {
    if (!options.isSet(Option.RULES)) {
      return;
    }
    List<String> complaints = Rules.complaints(options.get(Option.RULES));
    for (String complaint : complaints) {
      add(Check.failed("Rules", complaint));
    }
    if (complaints.isEmpty()) {
      add(Check.ok("Rules", Rules.ofProcess().count() + " in " + options.get(Option.RULES)));
    }
  }

  private void limits() {
    Optional<ResourceLimit> files = ResourceLimits.of(ResourceLimits.Resource.OPEN_FILES);
    boolean few =
        files.isPresent()
            && files.get().soft() != ResourceLimit.UNLIMITED
            && files.get().soft() < MANY;
    String advice =
        ": few; a connection takes one, another JVM with JFS two; more by ulimit -n " + MANY;
    add(
        few
            ? Check.note("Open files", words(files) + advice)
            : Check.ok("Open files", words(files)));
    String memory = words(ResourceLimits.of(ResourceLimits.Resource.LOCKED_MEMORY));
    add(Check.ok("Locked memory", memory + ", in bytes"));
  }

  private static String words(Optional<ResourceLimit> limit) {
    return limit.isEmpty()
        ? "unknown"
        : words(limit.get().soft()) + " (at most " + words(limit.get().hard()) + ")";
  }

  private static String words(long limit) {
    return limit == ResourceLimit.UNLIMITED ? "unlimited" : Long.toString(limit);
  }
}
