package jfs.core.rules;

import java.net.InetAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.runtime.ServiceThreads;

/**
 * The rules of a file, as they are now. A thread of JFS's looks at the file and for the addresses
 * of names, when connections are made and some time has passed since it last did: so no connect
 * waits for either, and an idle JVM does nothing. Any thread may call.
 */
public final class Rules implements Runnable {

  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LEARN_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Null if its name cannot be one. */
  private final RulesFile file;

  private volatile List<Rule> rules;

  /** Others are in force: the thread ends. */
  private volatile boolean over;

  /** When a thread last had the file looked at. A race may have it looked at twice. */
  private volatile long looked = System.nanoTime() - LOOK_NANOS;

  /** Null until it has started. Guarded by the monitor. */
  private Thread thread;

  /** When the addresses of names were last learned. Used by the thread alone. */
  private long learned = System.nanoTime() - LEARN_NANOS;

  /** Holder, so that the file is read when it is first needed. */
  private static final class OfProcess {
    static final Rules RULES = of(Options.ofProcess().get(Option.RULES));
  }

  /** Reads the rules, and says which lines are none. Names have no addresses yet. */
  public Rules(Path path) {
    file = new RulesFile(path);
    List<Rule> now = file.read(Log::warn);
    rules = now == null ? List.of() : now;
  }

  private Rules() {
    file = null;
    rules = List.of();
  }

  /** Never fails, since all connections ask: a name that cannot be one is as no file. */
  static Rules of(String name) {
    try {
      return new Rules(Path.of(name));
    } catch (RuntimeException e) {
      Log.warn(unreadable(name, e));
      return new Rules();
    }
  }

  /** Those that the options in force name, which must name some. */
  public static Rules ofProcess() {
    return OfProcess.RULES;
  }

  /** How many there are. */
  public int count() {
    return rules.size();
  }

  /**
   * The first rule for a connection; null if there is none.
   *
   * @param connects whether this JVM has opened it, rather than accepted
   * @param port the remote one if it has, else the local one
   * @param address that of the same end; may give null, if it is not known
   */
  public Rule find(boolean connects, int port, Supplier<InetAddress> address) {
    long now = System.nanoTime();
    if (now - looked >= LOOK_NANOS) {
      looked = now;
      wake();
    }
    for (Rule rule : rules) {
      if (rule.connects() == connects
          && rule.ports().contains(port)
          && rule.host().contains(address)) {
        return rule;
      }
    }
    return null;
  }

  /** Has the addresses of names asked for soon, and the file looked at. */
  private synchronized void wake() {
    try {
      if (over || file == null) {
        return;
      }
      if (thread == null) {
        Thread made = ServiceThreads.lasting(this, "jfs-rules");
        made.start();
        thread = made;
      } else {
        LockSupport.unpark(thread);
      }
    } catch (OutOfMemoryError | SecurityException e) {
      Log.debug("rules not looked at", e); // the next connection tries again
    }
  }

  /** Looks each time that it is woken. */
  @Override
  public void run() {
    while (!over) {
      try {
        look();
      } catch (RuntimeException e) {
        Log.debug("rules not looked at", e);
      }
      LockSupport.park(this);
      Thread.interrupted(); // a program that interrupts all threads means its own
    }
  }

  /** Others are in force from now on. */
  public synchronized void end() {
    over = true;
    LockSupport.unpark(thread);
  }

  /** Reads the file again if it has changed, and learns the addresses of names if it is time. */
  void look() {
    List<Rule> now = rules;
    boolean changed = file.hasChanged();
    if (changed) {
      List<Rule> read = file.read(Log::warn);
      now = read == null ? now : read;
    }
    if (changed || System.nanoTime() - learned >= LEARN_NANOS) {
      learn(now);
      learned = System.nanoTime();
    }
    if (changed) {
      rules = now; // last: the rules before hold until the names of these are known
      Log.info("rules read again: " + now.size());
    }
  }

  /** Learns the addresses of all names, which may take as long as the host's resolver likes. */
  public void learn() {
    learn(rules);
  }

  private static void learn(List<Rule> rules) {
    for (Rule rule : rules) {
      rule.host().learn();
    }
  }

  /** What is wrong with a file of rules, a line each. */
  public static List<String> complaints(String name) {
    List<String> complaints = new ArrayList<>();
    try {
      new RulesFile(Path.of(name)).read(complaints::add);
    } catch (InvalidPathException e) {
      complaints.add(unreadable(name, e));
    }
    return complaints;
  }

  private static String unreadable(String name, RuntimeException cause) {
    return "no rules from " + name + ": " + Log.describe(cause) + " (in this locale, see LC_ALL)";
  }
}
