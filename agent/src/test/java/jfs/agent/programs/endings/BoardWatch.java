package jfs.agent.programs.endings;

import java.util.Map;
import java.util.function.IntFunction;
import jfs.agent.programs.Patience;

/** Ends the JVM, saying where each thread is, when nothing has happened for long. */
final class BoardWatch implements Runnable {

  private static final long PERIOD_MILLIS = 1000;
  private static final int MOST_PERIODS_WITHOUT_PROGRESS = Patience.ofSeconds(30);

  private final Board board;
  private final IntFunction<Script> scripts;

  BoardWatch(Board board, IntFunction<Script> scripts) {
    this.board = board;
    this.scripts = scripts;
  }

  @Override
  public void run() {
    long seen = -1;
    int periods = 0;
    while (periods < MOST_PERIODS_WITHOUT_PROGRESS) {
      try {
        Thread.sleep(PERIOD_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      long now = board.progress();
      periods = now == seen ? periods + 1 : 0;
      seen = now;
      if (board.isOver() && areAllDone()) {
        return;
      }
    }
    for (int i = 0; i < board.connections(); i++) {
      if (!isDone(i)) {
        System.err.println("HANGS " + scripts.apply(i) + " " + board.show(i));
      }
    }
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      System.err.println(thread.getKey());
      for (StackTraceElement frame : thread.getValue()) {
        System.err.println("    " + frame);
      }
    }
    Runtime.getRuntime().halt(3);
  }

  private boolean areAllDone() {
    for (int i = 0; i < board.connections(); i++) {
      if (!isDone(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean isDone(int connection) {
    long state = board.get(connection, false, Board.STATE);
    return state == Board.DONE || (state == 0 && board.isOver());
  }
}
