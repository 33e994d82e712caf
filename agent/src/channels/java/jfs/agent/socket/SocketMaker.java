package jfs.agent.socket;

import java.io.IOException;
import java.net.JfsPlainConnection;
import java.net.JfsPlainConnections;
import java.net.JfsSocketPart;
import java.net.SocketImpl;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import jfs.core.LateSocket;
import jfs.core.config.Log;
import jfs.core.platform.PlatformCarrierProvider;
import jfs.core.runtime.Privileges;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.stats.PlainEnds;
import jfs.core.stats.Totals;
import jfs.core.switchover.DeferredSocket;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportKind;
import jfs.core.transport.Transports;

/**
 * Makes JFS's part of the JDK's sockets, once their connections are worth it. Loads nothing before.
 * Any thread may call.
 */
public final class SocketMaker
    implements JfsPlainConnections.Maker, Consumer<Boolean>, Runnable {

  /**
   * How long after a JVM's first connection others can find it. A program that has just made one is
   * still starting, and needs the processors itself.
   */
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * With which savings a connection first asks while no connection is worth a transport: the first
   * mark of {@link DeferredSocket} that exceeds the cost of a pair.
   */
  private static final long FIRST_MARK_MICROS = 16 * DeferredSocket.FIRST_MARK_MICROS;

  /**
   * And while they are, but mostly end early: some six round trips. Those that do so have the JDK's
   * TCP with a count; the others get their pair within their first ten round trips all the same.
   */
  private static final long LATE_MARK_MICROS = 8 * DeferredSocket.FIRST_MARK_MICROS;

  /** Whether connections are worth a transport. */
  private volatile boolean wanted;

  /** Whether others can find this JVM. Used by {@link #thread} alone. */
  private boolean appeared;

  /** Whether what the program's threads will need is loaded, as far as it can be. */
  private volatile boolean ready;

  /** Runs this; null if no thread does. Guarded by the monitor. */
  private Thread thread;

  /** Has the JDK's sockets find JFS here; for the agent, which has the type of this alone. */
  @Override
  public void accept(Boolean mayPair) {
    JfsPlainConnections.set(
        this,
        DeferredSocket.CALL_MICROS,
        DeferredSocket.TURN_MICROS,
        DeferredSocket.BYTES_SHIFT,
        DeferredSocket.COST_MICROS,
        DeferredSocket.WORTH_MICROS,
        DeferredSocket.FIRST_MARK_MICROS,
        LATE_MARK_MICROS,
        mayPair ? FIRST_MARK_MICROS : Long.MAX_VALUE);
    Connections.ofProcess().learnFrom(new Plain());
  }

  @Override
  public JfsSocketPart make(
      SocketImpl jdk, JfsPlainConnection connection, int[] weights, boolean worthIt)
      throws IOException {
    return Privileges.areNeeded()
        ? Privileges.use(() -> newPart(jdk, connection, weights, worthIt))
        : newPart(jdk, connection, weights, worthIt);
  }

  private static JfsSocketPart newPart(
      SocketImpl jdk, JfsPlainConnection connection, int[] weights, boolean worthIt)
      throws IOException {
    Preference preference =
        weights == null ? Preference.NONE : Preference.of(weights[0], weights[1], weights[2]);
    // First: if there were no memory for it later, the connection would be entered already.
    SocketPart part = new SocketPart(worthIt);
    LateSocket late =
        LateSocket.of(
            PlatformCarrierProvider.of(jdk),
            origin(connection),
            connection.since(),
            preference,
            reason(connection.barred()));
    if (late.mayLeaveTcp() && preference.pairsAtOnce()) {
      JfsPlainConnections.worthIt();
    }
    return part.of(late);
  }

  private static Reason reason(int barred) {
    return switch (barred) {
      case JfsPlainConnection.HALF_CLOSED -> Reason.HALF_CLOSED;
      case JfsPlainConnection.URGENT -> Reason.URGENT_DATA;
      default -> null;
    };
  }

  @Override
  public synchronized void begin() {
    if (thread == null) {
      thread = JfsPlainConnections.start(this);
    }
  }

  @Override
  public synchronized void want() {
    wanted = true;
    if (ready) {
      JfsPlainConnections.worthIt();
    } else if (thread != null) {
      LockSupport.unpark(thread);
    } else {
      try {
        begin();
      } catch (RuntimeException | Error e) {
        JfsPlainConnections.worthIt(); // the program's threads load what they need
      }
    }
  }

  /** Lets others find this JVM, and makes JFS ready where that is wanted. */
  @Override
  public void run() {
    rest();
    do {
      if (wanted && !ready) {
        makeReady();
      }
      if (!appeared) {
        appear();
      }
    } while (!isOver());
  }

  private void makeReady() {
    try {
      Readiness.make();
    } catch (OutOfMemoryError e) {
      pause(); // there may be memory then
      return;
    } catch (RuntimeException | Error e) {
      // A program's thread meets the same, and stays on TCP.
    }
    becomeReady();
  }

  private synchronized void becomeReady() {
    ready = true;
    JfsPlainConnections.worthIt();
  }

  private void appear() {
    Throwable met = null;
    try {
      appeared = Transports.installed().appear();
      if (!appeared) {
        pause(); // there may be a thread for it then
      }
    } catch (OutOfMemoryError e) {
      pause();
    } catch (RuntimeException | Error e) {
      appeared = true; // as far as it can
      met = e;
    }
    if (met != null) {
      Log.warn("others cannot find this JVM", met);
    }
  }

  private void pause() {
    LockSupport.parkNanos(this, QUIET_NANOS);
    Thread.interrupted(); // a program that interrupts all threads means its own
  }

  /** Whether nothing is left to do for this thread. */
  private synchronized boolean isOver() {
    boolean over = appeared && (ready || !wanted);
    if (over) {
      thread = null;
    }
    return over;
  }

  /** Sleeps a while, or until JFS is wanted. */
  private void rest() {
    long start = System.nanoTime();
    long left = appeared ? 0 : QUIET_NANOS;
    while (left > 0 && !wanted) {
      LockSupport.parkNanos(this, left);
      Thread.interrupted(); // a program that interrupts all threads means its own
      left = QUIET_NANOS - (System.nanoTime() - start);
    }
  }

  /** The connections that JFS has no part in. */
  private static final class Plain implements Connections.Source {
    @Override
    public void enterAll() {
      JfsPlainConnections.giveAll();
    }

    @Override
    public void count(Totals all) {
      Reason[] reasons = new Reason[2 * JfsPlainConnections.KINDS];
      for (int of = 0; of < reasons.length; of++) {
        reasons[of] = reasonOf(of);
      }
      List<JfsPlainConnection> live = new ArrayList<>();
      long[] ended = JfsPlainConnections.takeEnded(live, new Others(all));
      // What follows enters those that have ended, and nothing else does.
      for (int of = 0; of < reasons.length; of++) {
        if (ended[of] > 0) {
          Origin origin = of < JfsPlainConnections.KINDS ? Origin.OPENED : Origin.ACCEPTED;
          Connections.ofProcess().addEnded(origin, reasons[of], ended[of]);
          all.addPlain(origin, reasons[of], ended[of]);
        }
      }
      long sent = ended[JfsPlainConnections.SENT];
      long received = ended[JfsPlainConnections.RECEIVED];
      Connections.ofProcess().addEndedBytes(sent, received);
      all.addBytes(TransportKind.TCP, sent, received);
      add(live, all);
    }
  }

  /** Adds the connections in which JFS has a part. */
  private static final class Others implements Runnable {
    private final Totals all;

    Others(Totals all) {
      this.all = all;
    }

    @Override
    public void run() {
      Connections.ofProcess().addKnown(all);
    }
  }

  /** Unless there are rules, connections of one kind are on TCP for one reason. */
  private static void add(List<JfsPlainConnection> live, Totals all) {
    boolean alike = !Transports.installed().goesByRules();
    Reason[] reasons = new Reason[2 * JfsPlainConnections.KINDS];
    for (JfsPlainConnection one : live) {
      int kind = JfsPlainConnections.kind(one);
      int of = one.isOpened() ? kind : JfsPlainConnections.KINDS + kind;
      if (reasons[of] == null || !alike) {
        reasons[of] = reasonOf(one, kind);
      }
      all.addLive(origin(one), reasons[of], one.sent(), one.received());
    }
  }

  private static Origin origin(JfsPlainConnection connection) {
    return connection.isOpened() ? Origin.OPENED : Origin.ACCEPTED;
  }

  @Override
  public void ended(JfsPlainConnection connection) {
    if (PlainEnds.areObserved()) {
      try {
        PlainEnds.tell(() -> report(connection));
      } catch (VirtualMachineError e) {
        // The program closes its connection, and nobody is told.
      }
    }
  }

  private static ConnectionReport report(JfsPlainConnection connection) {
    return ConnectionReport.ofPlain(
        origin(connection),
        connection.since(),
        connection.localPort(),
        connection.remote(),
        connection.port(),
        connection.sent(),
        connection.received(),
        reasonOf(connection, JfsPlainConnections.kind(connection)));
  }

  /** Why connections of a kind were on TCP, as the one that ended last shows. */
  private static Reason reasonOf(int of) {
    JfsPlainConnection one = JfsPlainConnections.example(of);
    // If there is none, there was none yet, or just now a first one.
    return one == null ? Reason.UNPAIRED : reasonOf(one, of % JfsPlainConnections.KINDS);
  }

  private static Reason reasonOf(JfsPlainConnection one, int kind) {
    boolean elsewhere = kind == JfsPlainConnections.ELSEWHERE;
    FourTuple ends =
        new FourTuple(
            elsewhere ? null : one.remote(), one.localPort(), one.remote(), one.port());
    Transports.Choice choice =
        Transports.installed().choose(ends, one.isOpened(), Preference.NONE);
    if (choice.provider() == null) {
      return choice.reason();
    }
    return switch (kind) {
      case JfsPlainConnections.HALF_CLOSED -> Reason.HALF_CLOSED;
      case JfsPlainConnections.URGENT -> Reason.URGENT_DATA;
      default -> Reason.UNPAIRED;
    };
  }
}
