package jfs.agent.programs.endings;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What the two JVMs of a round and their judge know about each connection: a file that all map, so
 * that it outlives a JVM that is killed. Each end writes only its own row.
 */
public final class Board {

  /** Bytes that were given to {@code write}, from the connection's first byte to its last. */
  public static final int STARTED = 0;

  /** Bytes of the writes that have returned. */
  public static final int COMMITTED = 1;

  /** Bytes that {@code read} has returned. */
  public static final int READ = 2;

  /** How far the end is: one of the next constants. */
  public static final int STATE = 3;

  /** How reading ended, the code of an {@link StreamEnd}. */
  public static final int READ_END = 4;

  /** How writing ended. */
  public static final int WRITE_END = 5;

  /** 1 plus the position of a wrong byte; 0 if there is none. */
  public static final int WRONG = 6;

  /** {@link #STATE}: both ends are connected. */
  public static final int CONNECTED = 1;

  /** {@link #STATE}: all that comes before the end is done. */
  public static final int READY = 2;

  /** {@link #STATE}: closed. */
  public static final int CLOSED = 3;

  /** {@link #STATE}: nothing more will happen. */
  public static final int DONE = 4;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int ROW = 8 * Long.BYTES;

  private final MappedByteBuffer memory;
  private final int connections;

  private Board(MappedByteBuffer memory, int connections) {
    this.memory = memory;
    this.connections = connections;
  }

  /** Opens it, or makes one. */
  public static Board of(Path file, int connections) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
      long size = (long) ROW * (2 * connections + 1);
      return new Board(channel.map(FileChannel.MapMode.READ_WRITE, 0, size), connections);
    }
  }

  /** How many connections there are. */
  public int connections() {
    return connections;
  }

  private static int at(int connection, boolean victim, int field) {
    return ROW * (1 + 2 * connection + (victim ? 1 : 0)) + field * Long.BYTES;
  }

  /** What an end has noted. */
  public long get(int connection, boolean victim, int field) {
    return (long) LONGS.getVolatile(memory, at(connection, victim, field));
  }

  void set(int connection, boolean victim, int field, long value) {
    LONGS.setVolatile(memory, at(connection, victim, field), value);
  }

  /** Notes that the victim's JVM has ended, or will not begin what it has not begun. */
  public void end() {
    LONGS.setVolatile(memory, 0, 1L);
  }

  boolean isOver() {
    return (long) LONGS.getVolatile(memory, 0) != 0;
  }

  /** Something that changes as long as anything happens. */
  public long progress() {
    long sum = 0;
    for (int offset = 0; offset < memory.capacity(); offset += Long.BYTES) {
      sum += (long) LONGS.getVolatile(memory, offset);
    }
    return sum;
  }

  /** Both rows of a connection. */
  public String show(int connection) {
    return "survivor " + show(connection, false) + ", victim " + show(connection, true);
  }

  private String show(int connection, boolean victim) {
    return ("began " + get(connection, victim, STARTED) + " wrote ")
        + (get(connection, victim, COMMITTED) + " read " + get(connection, victim, READ))
        + (" " + StreamEnd.of(get(connection, victim, READ_END)) + " write ")
        + (StreamEnd.of(get(connection, victim, WRITE_END)) + " state ")
        + (get(connection, victim, STATE) + " wrong " + get(connection, victim, WRONG));
  }
}
