package jfs.rdma;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * Where the bytes lie that arrive and that nobody reads, outside the heap, as those of TCP do: what
 * a program was given as a heap says little of how much its peers may write before it reads. In
 * chunks of one size. All connections of a process share it. Any thread may call.
 */
final class SpillMemory {

  static final int CHUNK = 64 * 1024;

  /**
   * Chunks are made so many bytes at a time, at most; they take address space until they are used.
   */
  private static final int SEGMENT = 64 << 20;

  /** The most that keeps its memory for the next to be had at once, in bytes. */
  private static final int MOST_KEPT = 2 << 20;

  /**
   * Where there was no address space, the JVM has looked for some for as long as a full garbage
   * collection takes: it is not asked again so soon.
   */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A piece of memory that one connection has. What an earlier one left in it is still there. */
  static final class Chunk {

    /** In the queue of a connection, or in a list of those that nobody has. */
    Chunk next;

    private final RingPages pages;
    private final int offset;
    private ByteBuffer memory;

    Chunk(RingPages pages, int offset) {
      this.pages = pages;
      this.offset = offset;
    }

    ByteBuffer memory() {
      return memory;
    }
  }

  private final RingPages.Source source;
  private final SpillBudget budget;
  private final int chunk;
  private final int segment;

  /**
   * Those that have their memory, as many as are counted, and those without; linked. Guarded by
   * this object's monitor, as all below. A chunk that is taken is the taker's, who has it under the
   * monitor of its wire, until it gives it back under this one.
   */
  private Chunk kept;

  private int keptCount;
  private Chunk drained;

  /** Where chunks are made, and where the next one begins. */
  private RingPages pages;

  private int fresh;

  /** Whether the last mapping failed, and when it was tried; {@link System#nanoTime}. */
  private boolean failed;

  private long failedAt;

  /** Uses no memory before there is something to keep. */
  SpillMemory(RingPages.Source source, SpillBudget budget) {
    this(source, budget, CHUNK, SEGMENT);
  }

  /** With chunks of another size, and so many of their bytes made at a time. */
  SpillMemory(RingPages.Source source, SpillBudget budget, int chunk, int segment) {
    this.source = source;
    this.budget = budget;
    this.chunk = chunk;
    this.segment = segment;
  }

  /** Runs the handler of a lack of memory once; {@link Rehearsal}. */
  static void rehearse() {
    try {
      Rehearsal.lackMemory();
    } catch (IOException | OutOfMemoryError e) {
      // As if there were no room.
    }
  }

  int chunkSize() {
    return chunk;
  }

  /**
   * A chunk, or null if the budget or the memory is used up.
   *
   * @param own how many the connection has
   */
  Chunk take(int own) {
    if (!budget.take((long) own * chunk, chunk)) {
      return null;
    }
    Chunk taken = null;
    try {
      taken = find();
    } catch (IOException | OutOfMemoryError e) {
      // Nothing is said of it: that might find no memory either, in the midst of the stream.
    } finally {
      if (taken == null) {
        budget.giveBack(chunk);
      }
    }
    return taken;
  }

  private synchronized Chunk find() throws IOException {
    Chunk found = kept;
    if (found != null) {
      kept = found.next;
      keptCount--;
    } else {
      found = drained == null ? make() : drained;
      if (found == null) {
        return null;
      }
      found.memory = found.pages.fill(found.offset, chunk);
      if (found == drained) {
        drained = found.next;
      } else {
        fresh += chunk;
      }
    }
    found.next = null;
    return found;
  }

  private Chunk make() throws IOException {
    if (pages == null || fresh == segment) {
      if (failed && System.nanoTime() - failedAt < PAUSE_NANOS) {
        return null;
      }
      failed = true;
      try {
        pages = source.pages(segment);
        failed = false;
      } finally {
        failedAt = System.nanoTime();
      }
      fresh = 0;
    }
    return new Chunk(pages, fresh);
  }

  /** Takes one back that nothing is read from any more. Never fails, whatever memory there is. */
  void giveBack(Chunk back) {
    put(back);
    budget.giveBack(chunk);
  }

  private synchronized void put(Chunk back) {
    if (keptCount < MOST_KEPT / chunk) {
      back.next = kept;
      kept = back;
      keptCount++;
    } else {
      back.memory = null;
      back.next = drained;
      drained = back;
      try {
        back.pages.drain(back.offset, chunk);
      } catch (OutOfMemoryError e) {
        // A native method that is called for the first time takes heap. It keeps its memory.
      }
    }
  }
}
