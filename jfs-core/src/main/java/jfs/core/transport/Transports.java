package jfs.core.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.rules.Rule;
import jfs.core.rules.Rules;
import jfs.core.runtime.Privileges;
import jfs.core.runtime.Services;

/** The fast transports of this JVM, and whether one of them could serve a connection. */
public final class Transports {

  private static final Choice NO_TRANSPORT = new Choice(null, Reason.NO_TRANSPORT, null);

  /** An array: to go through a list costs a program that is just starting ten calls more. */
  private final TransportProvider[] providers;

  /** Null if there are none. */
  private volatile Rules rules;

  /** The labels of the transports that the user has switched off while the program runs. */
  private volatile Set<String> switchedOff = Set.of();

  /** Takes the providers in the order in which to try them. */
  public Transports(List<TransportProvider> providers) {
    this(providers, null);
  }

  /** Takes rules as well, or null. */
  public Transports(List<TransportProvider> providers, Rules rules) {
    this.providers = providers.toArray(new TransportProvider[0]);
    this.rules = rules;
  }

  /** The transports on the class path of JFS. */
  public static Transports installed() {
    return Installed.TRANSPORTS;
  }

  /**
   * Which provider may serve a connection, or why none.
   *
   * @param provider null if there is a reason
   * @param reason null if there is a provider
   * @param ends null if there are no providers
   */
  public record Choice(TransportProvider provider, Reason reason, FourTuple ends) {}

  /**
   * Chooses for a new connection. If no provider serves it, the result has the reason that a user
   * would have to remove: that of a provider which is meant for such a connection.
   *
   * @param opened whether this JVM has opened the connection, rather than accepted
   * @param preference counts only if a provider would serve the connection
   */
  public Choice choose(FourTuple ends, boolean opened, Preference preference) {
    if (providers.length == 0) {
      return NO_TRANSPORT;
    }
    Rules now = rules;
    Rule rule = now == null ? null : rule(now, ends, opened);
    Reason reason = rule == null ? null : Reason.BY_RULE;
    for (TransportProvider provider : providers) {
      if (rule != null && !provider.kind().label().equals(rule.transport())) {
        continue;
      }
      Optional<Reason> refusal = ask(provider, ends);
      if (refusal.isEmpty()) {
        return preference == Preference.CONNECTION_TIME
            ? new Choice(null, Reason.PREFERRED_TCP, ends)
            : new Choice(provider, null, ends);
      }
      if (reason == null || weight(reason) < Math.max(1, weight(refusal.get()))) {
        reason = refusal.get();
      }
    }
    if (Log.isEnabled(Log.Level.DEBUG)) {
      Log.debug(ends + ": " + reason);
    }
    return new Choice(null, reason, ends);
  }

  private static Rule rule(Rules rules, FourTuple ends, boolean opened) {
    Rule rule =
        opened
            ? rules.find(true, ends.remotePort(), ends::remoteAddress)
            : rules.find(false, ends.localPort(), ends::localAddress);
    if (rule != null && Log.isEnabled(Log.Level.DEBUG)) {
      Log.debug(ends + ": " + rule.text());
    }
    return rule;
  }

  /**
   * How much a reason tells: least, if it says that another transport should serve the connection.
   */
  private static int weight(Reason reason) {
    if (reason.equals(Reason.OTHER_HOST) || reason.equals(Reason.SAME_HOST)) {
      return 0;
    }
    if (reason.equals(Reason.BY_RULE)) {
      return 0; // until the one provider that the rule names has another
    }
    if (reason.equals(Reason.SWITCHED_OFF)) {
      return 1; // the provider may not even have looked where the peer is
    }
    return reason.equals(Reason.RDMA_OFF) ? 2 : 3;
  }

  private Optional<Reason> ask(TransportProvider provider, FourTuple ends) {
    if (switchedOff.contains(provider.kind().label())) {
      return Optional.of(Reason.SWITCHED_OFF);
    }
    try {
      return provider.refusal(ends);
    } catch (RuntimeException | LinkageError e) {
      // A connection that works on TCP must not fail because a transport fails.
      Log.warn(provider.kind().label() + " transport failed, " + ends + " stays on TCP", e);
      return Optional.of(Reason.PROVIDER_FAILED);
    }
  }

  /** Whether there is a transport of this label which the options at the start let serve. */
  public boolean isOn(String label) {
    for (TransportProvider provider : providers) {
      if (provider.kind().label().equals(label)) {
        return provider.isOn();
      }
    }
    return false;
  }

  /** Has connections that are not paired yet have this transport no more, or again. */
  public synchronized void switchOff(String label, boolean off) {
    Set<String> now = new HashSet<>(switchedOff);
    if (off) {
      now.add(label);
    } else {
      now.remove(label);
    }
    switchedOff = Set.copyOf(now);
  }

  /** Whether there are rules, which may tell one connection from another. */
  public boolean goesByRules() {
    return rules != null;
  }

  /** Has connections that are not paired yet go by these rules. */
  public synchronized void goBy(Rules newRules) {
    Rules before = rules;
    rules = newRules;
    if (before != null) {
      before.end();
    }
  }

  /**
   * Lets others find this JVM, which has had connections for a while.
   *
   * @return false if that is to be tried again later
   */
  public boolean appear() {
    boolean all = true;
    for (TransportProvider provider : providers) {
      all &= provider.appear();
    }
    return all;
  }

  /** TCP, and the kinds of the transports in the order in which they are tried. */
  public List<TransportKind> kinds() {
    List<TransportKind> kinds = new ArrayList<>();
    kinds.add(TransportKind.TCP);
    for (TransportProvider provider : providers) {
      kinds.add(provider.kind());
    }
    return kinds;
  }

  /** The transports that these options ask for, beyond what is there by default. */
  public List<TransportKind> kindsAskedFor(Options options) {
    List<TransportKind> kinds = new ArrayList<>();
    for (TransportProvider provider : providers) {
      if (provider.isAskedFor(options)) {
        kinds.add(provider.kind());
      }
    }
    return kinds;
  }

  /** Checks what this JVM gets of what these options ask of each transport. */
  public List<Check> checks(Options options) {
    List<Check> checks = new ArrayList<>();
    for (TransportProvider provider : providers) {
      checks.addAll(provider.checks(options));
    }
    return checks;
  }

  /** What options ask for and do not get in this JVM, a line each. */
  public List<String> complaints(Options options) {
    List<String> complaints = new ArrayList<>();
    for (TransportProvider provider : providers) {
      complaints.addAll(provider.complaints(options));
    }
    return complaints;
  }

  /** Holder, so that looking for providers waits for the first connection. */
  private static final class Installed {
    static final Transports TRANSPORTS =
        new Transports(
            permitted(), Options.ofProcess().isSet(Option.RULES) ? Rules.ofProcess() : null);

    /** Finds the providers even if the program at hand may not read JFS's jar. */
    private static List<TransportProvider> permitted() {
      if (!Privileges.areNeeded()) {
        return find();
      }
      try {
        return Privileges.use(Transports::find);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Looks for the providers. A jar that is not whole, say one that was replaced while it is in use,
   * is no reason for a program to get no socket.
   */
  static List<TransportProvider> find() {
    List<TransportProvider> found = new ArrayList<>();
    try {
      for (TransportProvider provider : Services.of(TransportProvider.class)) {
        found.add(placeOf(provider, found), provider);
      }
    } catch (ServiceConfigurationError e) {
      Log.warn("connections stay on TCP", e);
    }
    return found;
  }

  /** The place of a provider: the nearest transports come first. */
  private static int placeOf(TransportProvider provider, List<TransportProvider> sorted) {
    int place = 0;
    while (place < sorted.size()
        && sorted.get(place).kind().distance() <= provider.kind().distance()) {
      place++;
    }
    return place;
  }
}
