package jfs.shm.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jfs.core.ring.Chunk;
import jfs.core.ring.ControlBlock;

/**
 * Takes memory of an arena and gives it back while the heap is full but for a few bytes: first for
 * none, then for ever more, until these are enough. So each allocation on the way fails once.
 */
final class ArenaFullHeap {

  private static final int BLOCKS = 64;
  private static final int MOST_OBJECTS = 40;

  /** An object of the smallest size. */
  private static final class Filler {
    Filler next;
  }

  private static final Object[] LARGE = new Object[10_000];
  private static Filler small = new Filler(); // loads the class
  private static boolean refused;

  private interface Step {
    void run();
  }

  /** A file that needs heap for everything that it does. */
  private static final class FakeFile implements ArenaFile {
    private int filled;
    private byte[] scratch;

    @Override
    public Mapping map(long size) {
      return Mapping.ofBuffer(ByteBuffer.allocateDirect((int) size).order(ByteOrder.nativeOrder()));
    }

    @Override
    public boolean hasRoomFor(long bytes, MemoryUse use) {
      scratch = new byte[100];
      return scratch.length > 0;
    }

    @Override
    public void fill(long offset, int length) {
      scratch = new byte[100];
      filled += length;
    }

    @Override
    public boolean drain(long offset, int length) {
      scratch = new byte[100];
      filled -= length;
      return true;
    }

    @Override
    public String place() {
      return null;
    }

    @Override
    public void close() {}
  }

  private final FakeFile file = new FakeFile();
  private final MemoryBudget budget = new MemoryBudget(8L * BLOCKS * OwnArena.BLOCK);
  private final OwnArena arena = OwnArena.of(file, BLOCKS * OwnArena.BLOCK, budget);

  private Chunk chunk;
  private ControlBlock control;

  private ArenaFullHeap() throws IOException {}

  public static void main(String[] arguments) throws IOException {
    ArenaFullHeap test = new ArenaFullHeap();
    test.allRefused(1 << 30); // loads all classes
    int refusals = 0;
    for (int objects = 0; objects < MOST_OBJECTS; objects++) {
      refusals += test.allRefused(objects);
    }
    System.out.println(refusals > 0 ? "ok" : "never refused");
  }

  private int allRefused(int objects) {
    int refusals = 0;
    for (int size : new int[] {ChunkSizes.FIRST, ChunkSizes.SPILL, 2 << 20}) {
      refusals += refused(objects, () -> chunk = arena.allocate(size));
      check();
      if (chunk == null) {
        chunk = arena.allocate(size);
      }
      if (refused(objects, () -> arena.free(chunk)) > 0) {
        throw new AssertionError("giving back failed");
      }
      chunk = null;
      check();
    }
    refusals += refused(objects, () -> control = arena.allocateControl());
    check();
    if (control == null) {
      control = arena.allocateControl();
    }
    if (refused(objects, () -> arena.free(control)) > 0) {
      throw new AssertionError("giving back failed");
    }
    control = null;
    check();
    return refusals;
  }

  /** Checks that file, budget and arena agree, and nothing is lost. */
  private void check() {
    if (budget.taken() != file.filled) {
      throw new AssertionError(budget.taken() + " counted, " + file.filled + " filled in");
    }
    if (chunk == null && control == null) {
      Chunk all = arena.allocate(BLOCKS * OwnArena.BLOCK);
      if (all == null) {
        throw new AssertionError("something was not given back");
      }
      arena.free(all);
      if (file.filled != OwnArena.KEPT) {
        throw new AssertionError(file.filled + " stay filled in");
      }
    }
  }

  private static int refused(int objects, Step step) {
    refused = false;
    fill(objects);
    try {
      step.run();
    } catch (OutOfMemoryError e) {
      refused = true;
    }
    small = null;
    for (int i = 0; i < LARGE.length && LARGE[i] != null; i++) {
      LARGE[i] = null;
    }
    return refused ? 1 : 0;
  }

  private static void fill(int free) {
    if (free > MOST_OBJECTS) {
      return;
    }
    int count = 0;
    for (int size = 1 << 20; size >= 256; size /= 16) {
      try {
        while (true) {
          LARGE[count] = new byte[size];
          count++;
        }
      } catch (OutOfMemoryError e) {
        // Then smaller ones.
      }
    }
    try {
      while (true) {
        Filler more = new Filler();
        more.next = small;
        small = more;
      }
    } catch (OutOfMemoryError e) {
      // Full.
    }
    for (int i = 0; i < free && small != null; i++) {
      small = small.next;
    }
  }
}
