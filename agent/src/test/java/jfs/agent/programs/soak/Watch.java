package jfs.agent.programs.soak;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import jfs.agent.programs.Patience;

/** Sees to it that no connection stands still, and ends the JVM at the first that fails. */
final class Watch implements Runnable {

  private static final long PERIOD_MILLIS = 1000;
  private static final int MOST_PERIODS_WITHOUT_PROGRESS = Patience.ofSeconds(40);

  private final Set<Game> games = ConcurrentHashMap.newKeySet();
  private final AtomicLong played = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  Watch() {
    Thread thread = new Thread(this, "watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** What is going on over one connection. */
  final class Game {
    private final String side;
    private final AtomicLong progress = new AtomicLong();
    private volatile ConnectionPlan plan;
    private volatile Object player = "";
    private long seen = -1;
    private int periods;

    private Game(String side) {
      this.side = side;
    }

    void plays(ConnectionPlan newPlan) {
      plan = newPlan;
    }

    /** What tells more of this game than its plan does. */
    void isPlayedBy(Object newPlayer) {
      player = newPlayer;
    }

    AtomicLong progress() {
      return progress;
    }

    void end() {
      played.incrementAndGet();
      bytes.addAndGet(progress.get());
      leave();
    }

    private void leave() {
      games.remove(this);
      synchronized (Watch.this) {
        Watch.this.notifyAll();
      }
    }

    void fail(Throwable t) {
      synchronized (Watch.this) {
        System.err.println("FAILED " + this);
        t.printStackTrace();
        Runtime.getRuntime().halt(2);
      }
    }

    private boolean stands() {
      long now = progress.get();
      periods = now == seen ? periods + 1 : 0;
      seen = now;
      return periods > MOST_PERIODS_WITHOUT_PROGRESS;
    }

    @Override
    public String toString() {
      return side + " after " + progress + " bytes: " + plan + " " + player;
    }
  }

  Game begin(String side) {
    Game game = new Game(side);
    games.add(game);
    return game;
  }

  long played() {
    return played.get();
  }

  long bytes() {
    return bytes.get();
  }

  synchronized void awaitAllEnded() throws InterruptedException {
    while (!games.isEmpty()) {
      wait();
    }
  }

  @Override
  public void run() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        for (Game game : games) {
          if (game.stands()) {
            hang(game);
          }
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void hang(Game game) {
    System.err.println("HANGS " + game);
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      System.err.println(thread.getKey());
      for (StackTraceElement frame : thread.getValue()) {
        System.err.println("    " + frame);
      }
    }
    Runtime.getRuntime().halt(3);
  }
}
