package jfs.rdma.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import jfs.rdma.verbs.Rehearsal;
import jfs.rdma.verbs.RingPages;

/**
 * The memory for bytes that arrive and that no thread reads, outside the heap, as TCP's buffers
 * are: the size of a program's heap says little about how much its peers may write before it reads.
 * In chunks of one size. All connections of a process share it. Any thread may call.
 */
public final class SpillMemory {

  static final int CHUNK = 64 * 1024;

  /**
   * The most bytes of address space that are mapped at a time; chunks take no memory until they are
   * used.
   */
  private static final int SEGMENT = 64 << 20;

  /** The most memory that unused chunks keep, so that the next one is there at once, in bytes. */
  private static final int MOST_KEPT = 2 << 20;

  /**
   * After a lack of address space, how long not to try again: the JVM looks for some for as long as
   * a full garbage collection takes.
   */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A piece of memory of one connection. It still contains the bytes of an earlier one. */
  static final class Chunk {

    /** The next in the queue of a connection, or in a list of unused ones. */
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
   * Linked lists of unused chunks: those that have their memory, and how many; and those without.
   * Guarded by this object's monitor, as all below. A taken chunk belongs to its connection until
   * {@link #giveBack}; that connection's lock guards it.
   */
  private Chunk kept;

  private int keptCount;
  private Chunk drained;

  /** Where new chunks come from, and the offset of the next one. */
  private RingPages pages;

  private int fresh;

  /** Whether the last mapping failed, and when it was tried; {@link System#nanoTime}. */
  private boolean failed;

  private long failedAt;

  /** Takes no memory before there are bytes to keep. */
  public SpillMemory(RingPages.Source source, SpillBudget budget) {
    this(source, budget, CHUNK, SEGMENT);
  }

  /** With chunks of another size, and another size of mappings. */
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
      // A rehearsal: nothing to do.
    }
  }

  int chunkSize() {
    return chunk;
  }

  /**
   * A chunk, or null if the budget or the memory is used up.
   *
   * @param own how many chunks the connection has
   */
  Chunk take(int own) {
    if (!budget.take((long) own * chunk, chunk)) {
      return null;
    }
    Chunk taken = null;
    try {
      taken = find();
    } catch (IOException | OutOfMemoryError e) {
      // No log line: it might find no memory either, in the middle of a stream.
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

  /** Takes back a chunk that is not read any more. Never fails, whatever memory there is. */
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
        // A native method takes heap at its first call. The chunk keeps its memory then.
      }
    }
  }
}
