package jfs.agent.install;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.rules.Rules;
import jfs.core.transport.Transports;

/** Changes of options of a program that runs, for the connections that it makes from now on. */
final class RunningOptions {

  private static final List<String> TRANSPORTS = List.of("shm", "rdma");
  private static final String OFF = "off";
  private static final String ON = "on";

  private final List<Runnable> changes = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private final List<String> troubles;

  private RunningOptions(List<String> troubles) {
    this.troubles = troubles;
  }

  /**
   * Looks what of these options can be changed now.
   *
   * @param troubles gets a line for each that cannot
   */
  static RunningOptions of(Options asked, List<String> troubles) {
    RunningOptions running = new RunningOptions(troubles);
    for (Option option : Option.all()) {
      if (asked.isSet(option)) {
        running.add(option, asked);
      }
    }
    if (running.changes.isEmpty() && troubles.isEmpty()) {
      troubles.add("nothing to set");
    }
    return running;
  }

  private void add(Option option, Options asked) {
    String value = asked.get(option);
    if (option == Option.LOG) {
      add(option, value, () -> Log.setLevel(asked.logLevel()));
    } else if (option == Option.RULES) {
      addRules(value);
    } else if (TRANSPORTS.contains(option.key())) {
      addTransport(option, value);
    } else {
      troubles.add(option.key() + " is for the start; log, rules, shm and rdma can be set later");
    }
  }

  private void add(Option option, String value, Runnable change) {
    words.add(option.key() + "=" + value);
    changes.add(change);
  }

  private void addRules(String file) {
    List<String> complaints = Rules.complaints(file);
    if (complaints.isEmpty()) {
      add(
          Option.RULES,
          file,
          () -> {
            Rules rules = new Rules(Path.of(file));
            rules.learn(); // no program waits for this
            Transports.installed().goBy(rules);
          });
    } else {
      troubles.addAll(complaints);
    }
  }

  private void addTransport(Option option, String value) {
    String label = option.key();
    if (!value.equals(OFF) && !value.equals(ON)) {
      troubles.add(label + "=" + value + " is for the start; on and off can be set later");
    } else if (!Transports.installed().isOn(label)) {
      troubles.add(label + " has been off from the start, and stays so");
    } else {
      add(option, value, () -> Transports.installed().switchOff(label, value.equals(OFF)));
    }
  }

  /** Makes the changes; returns them in words. */
  String apply() {
    changes.forEach(Runnable::run);
    return String.join(", ", words);
  }
}
