package jfs.agent.programs.endings;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jfs.agent.programs.endings.Script.Kind;
import jfs.agent.programs.soak.Noise;

/** One end of a connection: does what the script says, and notes on the board what it saw. */
final class ScriptedEnd implements Runnable {

  private static final long LOOK_NANOS = 50_000;

  /** The size of a flow that no end stops. */
  private static final long MOST_FLOW = 1L << 32;

  private final Board board;
  private final int index;
  private final Script script;
  private final boolean victim;
  private final boolean ender;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final Noise sent;
  private final Noise received;
  private final Random writeSizes;
  private final Random readSizes;
  private final byte[] input;

  /** Where the streams are after the warm-up: read by all threads of this end. */
  private long warmSent;

  private long warmReceived;

  ScriptedEnd(Board board, int index, Script script, boolean victim, Socket socket)
      throws IOException {
    this.board = board;
    this.index = index;
    this.script = script;
    this.victim = victim;
    this.socket = socket;
    ender = script.ends(victim);
    in = socket.getInputStream();
    out = socket.getOutputStream();
    sent = new Noise(script.seed() * 2 + (victim ? 1 : 0));
    received = new Noise(script.seed() * 2 + (victim ? 0 : 1));
    writeSizes = script.writeSizes(victim);
    readSizes = new Random(script.seed() + (victim ? 5 : 4));
    input = new byte[script.largestWrite(victim)];
  }

  @Override
  public void run() {
    try {
      socket.setTcpNoDelay(script.noDelay());
      if (script.linger() >= 0 && ender) {
        socket.setSoLinger(true, script.linger());
      }
      note(Board.STATE, Board.CONNECTED);
      if (warmUp()) {
        warmSent = mine(Board.COMMITTED);
        warmReceived = mine(Board.READ);
        Thread writer = start(this::write);
        Thread reader = start(this::read);
        if (ender) {
          endWhenReady();
        }
        writer.join();
        reader.join();
      }
      socket.close();
    } catch (IOException | InterruptedException e) {
      System.err.println(script + " " + board.show(index));
      e.printStackTrace();
      Runtime.getRuntime().halt(2);
    }
    note(Board.STATE, Board.DONE);
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private long mine(int field) {
    return board.get(index, victim, field);
  }

  private long others(int field) {
    return board.get(index, !victim, field);
  }

  private void note(int field, long value) {
    board.set(index, victim, field, value);
  }

  /** Waits for a state that the board will show, or for the end of the other JVM. */
  private void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean() && !board.isOver()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  // --- the traffic -----------------------------------------------------------------------------

  /** Messages by turns, or one way; false if the connection ended meanwhile. */
  private boolean warmUp() {
    Random sizes = new Random(script.seed() + 1);
    for (int i = 0; i < 2 * script.warmUps(); i++) {
      int size = 1 + sizes.nextInt(i < 20 ? 5000 : 50);
      boolean writes = script.writesWarmUp(victim, i);
      if (writes ? !send(size) : !receive(mine(Board.READ) + size)) {
        return false;
      }
    }
    return true;
  }

  /** Writes the next bytes of the stream; false, and how it ended, if that failed. */
  private boolean send(int size) {
    byte[] bytes = new byte[size];
    sent.fill(mine(Board.STARTED), bytes, 0, size);
    note(Board.STARTED, mine(Board.STARTED) + size);
    try {
      out.write(bytes);
    } catch (IOException e) {
      note(Board.WRITE_END, StreamEnd.of(e).code());
      return false;
    }
    note(Board.COMMITTED, mine(Board.COMMITTED) + size);
    return true;
  }

  /** Reads up to a place of the stream; false, and how it ended, if it ended before. */
  private boolean receive(long until) {
    try {
      while (mine(Board.READ) < until) {
        int most = (int) Math.min(1 + readSizes.nextInt(input.length), until - mine(Board.READ));
        int n = in.read(input, 0, most);
        if (n < 0) {
          note(Board.READ_END, StreamEnd.END_OF_FILE.code());
          return false;
        }
        check(n);
        note(Board.READ, mine(Board.READ) + n);
      }
      return true;
    } catch (IOException e) {
      note(Board.READ_END, StreamEnd.of(e).code());
      return false;
    }
  }

  private void check(int n) {
    try {
      received.check(mine(Board.READ), input, 0, n);
    } catch (IllegalStateException e) {
      System.err.println(script + ": " + e.getMessage());
      note(Board.WRONG, mine(Board.READ) + 1);
    }
  }

  private boolean flows() {
    return script.kind() == Kind.FLOW;
  }

  private long flow() {
    return ender || script.twoWay() ? MOST_FLOW : 0;
  }

  private void write() {
    if (script.kind() == Kind.ANSWER_AFTER_HALF_CLOSE && !ender) {
      await(() -> mine(Board.READ_END) != 0);
    }
    long end = warmSent + (flows() ? flow() : script.bytes(victim));
    int largest = script.largestWrite(victim);
    while (mine(Board.STARTED) < end) {
      if (!send((int) Math.min(1 + writeSizes.nextInt(largest), end - mine(Board.STARTED)))) {
        return;
      }
    }
    boolean halfCloses =
        script.kind() == Kind.HALF_CLOSES
            || (script.kind() == Kind.ANSWER_AFTER_HALF_CLOSE && ender);
    if (halfCloses) {
      try {
        socket.shutdownOutput();
      } catch (IOException e) {
        note(Board.WRITE_END, StreamEnd.of(e).code());
      }
    }
  }

  private void read() {
    if (!ender && script.readsLate()) {
      await(() -> others(Board.STATE) >= Board.CLOSED);
    }
    receive(lastRead());
  }

  /** The place of the stream where the reader stops by itself. */
  private long lastRead() {
    long all = warmReceived + script.bytes(!victim);
    if (!ender) {
      return Long.MAX_VALUE;
    }
    Random random = new Random(script.seed() + 6);
    return switch (script.kind()) {
      case ALL_READ -> script.readerBlocks() ? Long.MAX_VALUE : all;
      case UNREAD -> warmReceived + random.nextInt(script.bytes(!victim));
      case RESET -> warmReceived + random.nextInt(script.bytes(!victim) + 1);
      default -> Long.MAX_VALUE;
    };
  }

  // --- the end ---------------------------------------------------------------------------------

  private void endWhenReady() throws IOException {
    switch (script.kind()) {
      case HALF_CLOSES, ANSWER_AFTER_HALF_CLOSE -> {
        return;
      }
      case FLOW -> awaitFlow();
      default -> awaitAllWritten();
    }
    note(Board.STATE, Board.READY);
    if (script.dies()) {
      await(() -> false);
    }
    socket.close();
    note(Board.STATE, Board.CLOSED);
  }

  private void awaitFlow() {
    long place = 1L + script.bytes(victim);
    await(
        () ->
            hasEnded()
                || (mine(Board.COMMITTED) - warmSent >= place
                    && (!script.twoWay() || mine(Board.READ) - warmReceived >= place)));
  }

  private void awaitAllWritten() {
    long written = warmSent + script.bytes(victim);
    long toRead =
        script.kind() == Kind.ALL_READ ? warmReceived + script.bytes(!victim) : lastRead();
    await(() -> hasEnded() || (mine(Board.COMMITTED) == written && mine(Board.READ) >= toRead));
    if (script.kind() == Kind.UNREAD) {
      await(() -> others(Board.COMMITTED) == others(Board.STARTED) && hasUnread());
    }
    if (script.waitsForReader()) {
      await(() -> others(Board.READ) == written || others(Board.READ_END) != 0);
    }
  }

  /** Whether this end's threads have met the end of the connection. */
  private boolean hasEnded() {
    return mine(Board.READ_END) != 0 || mine(Board.WRITE_END) != 0;
  }

  private boolean hasUnread() {
    try {
      return in.available() > 0;
    } catch (IOException e) {
      return true;
    }
  }
}
