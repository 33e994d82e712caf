package jfs.agent;

import jfs.agent.programs.endings.Board;
import jfs.agent.programs.endings.Script;
import jfs.agent.programs.endings.Script.Kind;
import jfs.agent.programs.endings.StreamEnd;

/**
 * Judges what the ends of a connection saw of its end. Each rule is what TCP promises, whatever the
 * moment; plain sockets of the JDK are judged by the same rules.
 */
final class EndingVerdict {

  /** What TCP delivers at once, even if no thread reads: shutdownOutput goes after it. */
  private static final int HELD_BY_TCP = 16_000;

  /**
   * The same in writes, each of which is a segment: the initial congestion window, RFC 6928. The
   * others wait for an acknowledgement, which a busy receiver delays; a close with bytes unread
   * drops what waits. (Plain sockets lost all but some 30 of 42 such writes in nine of ten trials.)
   */
  private static final int WRITES_HELD_BY_TCP = 10;

  private final Board board;
  private final int index;
  private final Script script;

  /** Whether the victim's JVM died without the script saying so: at any moment. */
  private final boolean anyMoment;

  /** Whether the victim's JVM died. */
  private final boolean dead;

  EndingVerdict(Board board, int index, Script script, boolean dead, boolean anyMoment) {
    this.board = board;
    this.index = index;
    this.script = script;
    this.dead = dead;
    this.anyMoment = anyMoment;
  }

  /** What is wrong, or null. */
  String fault() {
    String fault = faultOf(false);
    if (fault == null && !isDead(true)) {
      fault = faultOf(true);
    }
    return fault == null ? null : fault + ": " + script + " " + board.show(index);
  }

  /** How the survivor's end ended, and whether it had all bytes of the other end, for a table. */
  String outcome() {
    boolean all = get(false, Board.READ) >= get(true, Board.COMMITTED);
    String how = script.kind() + (script.dies() ? " (dies)" : "");
    return how
        + (script.victimEnds() ? " stays: " : " ends: ")
        + readEnd(false)
        + (all ? "" : " (part)")
        + "/"
        + writeEnd(false);
  }

  private long get(boolean victim, int field) {
    return board.get(index, victim, field);
  }

  /** The kernel tells of a reset once: if a write took it, the next read finds an end of file. */
  private StreamEnd readEnd(boolean victim) {
    StreamEnd end = StreamEnd.of(get(victim, Board.READ_END));
    return end == StreamEnd.END_OF_FILE && writeEnd(victim) == StreamEnd.RESET
        ? StreamEnd.RESET
        : end;
  }

  private StreamEnd writeEnd(boolean victim) {
    return StreamEnd.of(get(victim, Board.WRITE_END));
  }

  /** Whether an end's JVM died before the end had done all. */
  private boolean isDead(boolean victim) {
    return victim && dead && get(true, Board.STATE) < Board.DONE;
  }

  private String faultOf(boolean victim) {
    if (get(victim, Board.STATE) != Board.DONE) {
      return "never ended";
    }
    if (get(victim, Board.WRONG) != 0) {
      return "another byte than was written";
    }
    if (get(victim, Board.READ) > get(!victim, Board.STARTED)) {
      return "more bytes than were written";
    }
    if (readEnd(victim) == StreamEnd.STRANGE || writeEnd(victim) == StreamEnd.STRANGE) {
      return "an exception that no socket throws";
    }
    if (anyMoment && get(!victim, Board.STATE) < Board.CONNECTED) {
      return null; // the other end was never connected
    }
    String fault = faultOfReading(victim);
    if (fault == null) {
      fault = faultOfWriting(victim);
    }
    return fault == null && !anyMoment ? faultAgainstScript(victim) : fault;
  }

  private String faultOfReading(boolean victim) {
    long read = get(victim, Board.READ);
    return switch (readEnd(victim)) {
      case END_OF_FILE ->
          read < get(!victim, Board.COMMITTED) ? "end of file before the last byte" : null;
      case RESET -> mayReset(!victim) ? null : "a reset by an end that left nothing unread";
      case SOCKET_CLOSED -> script.ends(victim) ? null : "closed by nobody";
      case BROKEN_PIPE -> "a broken pipe for a reader";
      default -> null;
    };
  }

  /** Whether an end may have had bytes unread when it ended, or got some later. */
  private boolean mayReset(boolean victim) {
    boolean lingersNot = script.kind() == Kind.RESET && script.ends(victim);
    return lingersNot || get(victim, Board.READ) < get(!victim, Board.STARTED);
  }

  private String faultOfWriting(boolean victim) {
    StreamEnd end = writeEnd(victim);
    if (end == StreamEnd.SOCKET_CLOSED && !script.ends(victim)) {
      return "closed by nobody, for a writer";
    }
    boolean failed = end == StreamEnd.RESET || end == StreamEnd.BROKEN_PIPE;
    boolean gone = isDead(!victim) || get(!victim, Board.STATE) >= Board.CLOSED;
    return failed && !gone ? "a write failed though the other end was there" : null;
  }

  /** What must hold if both ends came to where they were to end. */
  private String faultAgainstScript(boolean victim) {
    boolean stays = !script.ends(victim);
    long read = get(victim, Board.READ);
    boolean all = read == get(!victim, Board.COMMITTED);
    boolean exact = all || !script.waitsForReader();
    StreamEnd end = readEnd(victim);
    return switch (script.kind()) {
      case HALF_CLOSES, ANSWER_AFTER_HALF_CLOSE ->
          end == StreamEnd.END_OF_FILE && all && wrote(victim) ? null : "not as planned";
      case ALL_READ -> {
        StreamEnd own = script.readerBlocks() ? StreamEnd.SOCKET_CLOSED : StreamEnd.NONE;
        StreamEnd due = stays ? StreamEnd.END_OF_FILE : own;
        yield end == due && all && wrote(victim) ? null : "not the end of who had all read";
      }
      case UNREAD -> stays ? faultOfUnread(end, all, exact, victim) : null;
      case RESET -> !stays || (end == StreamEnd.RESET && exact) ? null : "not reset by linger 0";
      case FLOW -> faultOfFlow(stays, end, victim);
    };
  }

  private String faultOfUnread(StreamEnd end, boolean all, boolean exact, boolean victim) {
    if (script.dies()) {
      return end == StreamEnd.RESET && exact ? null : "not reset by a dead end's unread bytes";
    }
    boolean held =
        script.waitsForReader()
            || (written(!victim) <= HELD_BY_TCP && script.writes(!victim) <= WRITES_HELD_BY_TCP);
    return (end == StreamEnd.END_OF_FILE && all) || (!held && end == StreamEnd.RESET)
        ? null
        : "not the end of file that shutdownOutput and close send";
  }

  private long written(boolean victim) {
    return get(victim, Board.COMMITTED);
  }

  private boolean wrote(boolean victim) {
    return writeEnd(victim) == StreamEnd.NONE
        && get(victim, Board.COMMITTED) == get(victim, Board.STARTED);
  }

  private String faultOfFlow(boolean stays, StreamEnd end, boolean victim) {
    if (!stays) {
      return end == StreamEnd.SOCKET_CLOSED
          ? null
          : "no exception for the reader of a closed socket";
    }
    if (script.twoWay() && writeEnd(victim) == StreamEnd.NONE) {
      return "writes for ever to one who is gone";
    }
    return end == StreamEnd.END_OF_FILE || (script.twoWay() && end == StreamEnd.RESET)
        ? null
        : "another end than the end of file";
  }
}
