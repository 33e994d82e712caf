package jfs.agent.programs.endings;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jfs.agent.programs.ServerHost;

/**
 * One of the two JVMs of a round of connections that end in random ways: {@code EndingsPeer victim}
 * or {@code EndingsPeer survivor}. Says its port, and obeys what comes on standard input:
 *
 * <ul>
 *   <li>{@code warm PORT}: sends bytes to and fro, against the one at the port, until a round
 *       begins
 *   <li>{@code round BOARD SEED CONNECTIONS DEADLY PORT}: plays, against the one at the port
 *   <li>{@code await}: says "over" when each connection of the last round has been played
 *   <li>{@code exit}, {@code halt}: exits by {@code System.exit} or {@code Runtime.halt}, closing
 *       nothing
 * </ul>
 */
public final class EndingsPeer {

  /** In place of a round's seed: the bytes of this connection come back. */
  private static final long WARM = -1;

  /** A round of connections. */
  private record Round(Board board, long seed, boolean deadly, BitSet begun, BitSet refused) {

    Script script(int index) {
      return Script.of(seed, index, deadly);
    }

    /** Whether a connection may still be played; it is then waited for. */
    boolean begins(int index) {
      synchronized (begun) {
        begun.set(index, !refused.get(index));
        return begun.get(index);
      }
    }

    /** Whether a connection has not begun, and will not: the victim may have died as it made it. */
    boolean refuses(int index) {
      synchronized (begun) {
        refused.set(index, !begun.get(index));
        return refused.get(index);
      }
    }
  }

  private final boolean victim;
  private final Map<Long, Round> rounds = new ConcurrentHashMap<>();
  private volatile Round last;

  private EndingsPeer(boolean victim) {
    this.victim = victim;
  }

  public static void main(String[] args) throws Exception {
    new EndingsPeer(args[0].equals("victim")).run();
  }

  private void run() throws Exception {
    ServerSocket listener = new ServerSocket(0, 200, ServerHost.ADDRESS);
    System.out.println(listener.getLocalPort());
    daemon(() -> accept(listener));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "warm" -> daemon(() -> warm(Integer.parseInt(words[1])));
        case "round" -> begin(words);
        case "await" -> {
          awaitAll();
          System.out.println("over");
        }
        case "exit" -> System.exit(0);
        default -> Runtime.getRuntime().halt(0);
      }
    }
    System.exit(0);
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private void begin(String[] words) throws IOException {
    long seed = Long.parseLong(words[2]);
    Board board = Board.of(Path.of(words[1]), Integer.parseInt(words[3]));
    Round round =
        new Round(board, seed, Boolean.parseBoolean(words[4]), new BitSet(), new BitSet());
    rounds.put(seed, round);
    last = round;
    daemon(new BoardWatch(board, round::script));
    int port = Integer.parseInt(words[5]);
    for (int i = 0; i < board.connections(); i++) {
      int index = i;
      if (round.script(index).victimConnects() == victim) {
        daemon(() -> connect(round, index, port));
      }
    }
  }

  private void warm(int port) {
    try (Socket socket = new Socket(ServerHost.ADDRESS, port)) {
      socket.getOutputStream().write(header(WARM, 0));
      while (last == null) {
        socket.getOutputStream().write(1);
        if (socket.getInputStream().read() != 1) {
          throw new IOException("not the byte that was sent");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // what is printed fails the test
    }
  }

  private static byte[] header(long seed, int index) {
    byte[] header = new byte[Long.BYTES + Integer.BYTES];
    ByteBuffer.wrap(header).putLong(seed).putInt(index);
    return header;
  }

  private void connect(Round round, int index, int port) {
    Board board = round.board();
    try (Socket socket = new Socket(ServerHost.ADDRESS, port)) {
      socket.getOutputStream().write(header(round.seed(), index));
      if (round.begins(index)) {
        new ScriptedEnd(board, index, round.script(index), victim, socket).run();
      }
    } catch (IOException e) {
      if (!round.deadly()) {
        e.printStackTrace(); // a JVM that may die may do so before the connection
      }
      board.set(index, victim, Board.STATE, Board.DONE);
    }
  }

  private void accept(ServerSocket listener) {
    while (true) {
      try {
        Socket socket = listener.accept();
        daemon(() -> answer(socket));
      } catch (IOException e) {
        e.printStackTrace();
        Runtime.getRuntime().halt(2);
      }
    }
  }

  private void answer(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] header = new byte[Long.BYTES + Integer.BYTES];
      in.readFully(header);
      ByteBuffer words = ByteBuffer.wrap(header);
      long seed = words.getLong();
      if (seed == WARM) {
        for (int b = in.read(); b >= 0; b = in.read()) {
          socket.getOutputStream().write(b);
        }
        return;
      }
      Round round = awaitRound(seed);
      int index = words.getInt();
      if (round != null && round.begins(index)) {
        new ScriptedEnd(round.board(), index, round.script(index), victim, socket).run();
      }
    } catch (IOException e) {
      // The victim died before it had sent the header.
    }
  }

  /** The other JVM may be told of a round before this one is; null for one that is over. */
  private Round awaitRound(long seed) {
    Round round = rounds.get(seed);
    while (round == null && (last == null || last.seed() <= seed)) {
      Thread.onSpinWait();
      round = rounds.get(seed);
    }
    return round;
  }

  private void awaitAll() throws InterruptedException {
    Round round = last;
    for (int i = 0; i < round.board().connections(); i++) {
      while (!isPlayed(round, i)) {
        Thread.sleep(1); // no event tells
      }
    }
    rounds.clear();
  }

  /** A connection that the victim's JVM had no time to make will not come. */
  private boolean isPlayed(Round round, int index) {
    Board board = round.board();
    return board.get(index, victim, Board.STATE) == Board.DONE
        || (board.isOver() && round.refuses(index));
  }
}
