package jfs.agent.programs.soak;

import java.util.List;
import java.util.Map;
import jfs.agent.programs.Patience;

/** Ends the JVM, saying where each thread is, when a connection has stood still for long. */
final class SteadyWatch implements Runnable {

  private static final long PERIOD_MILLIS = 1000;
  private static final int MOST_PERIODS_WITHOUT_PROGRESS = Patience.ofSeconds(30);

  private final List<LastingEnd> ends;
  private final List<Filler> fillers;
  private final long[] sent;
  private final long[] received;
  private final int[] periods;

  SteadyWatch(List<LastingEnd> ends, List<Filler> fillers) {
    this.ends = ends;
    this.fillers = fillers;
    sent = new long[ends.size()];
    received = new long[ends.size()];
    periods = new int[ends.size()];
  }

  @Override
  public void run() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        for (int i = 0; i < periods.length; i++) {
          look(i);
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Each direction is to move: a reader that sleeps for ever does not stop the writer beside it.
   */
  private void look(int i) throws InterruptedException {
    LastingEnd end = ends.get(i);
    boolean moved = end.sent() != sent[i] && end.received() != received[i];
    sent[i] = end.sent();
    received[i] = end.received();
    periods[i] = moved || end.isOver() ? 0 : periods[i] + 1;
    if (periods[i] > MOST_PERIODS_WITHOUT_PROGRESS) {
      hang(end);
    }
  }

  private void hang(LastingEnd end) throws InterruptedException {
    for (Filler filler : fillers) {
      filler.stop(); // to have the memory to say so
    }
    System.err.println("HANGS " + end);
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      System.err.println(thread.getKey());
      for (StackTraceElement frame : thread.getValue()) {
        System.err.println("    " + frame);
      }
    }
    Runtime.getRuntime().halt(3);
  }
}
