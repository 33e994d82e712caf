package jfs.jcstress;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.ring.Chunk;
import jfs.core.ring.ChunkPool;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingLayout;
import jfs.core.ring.RingReceiver;
import jfs.core.ring.RingSender;

/**
 * The memory of one direction. jcstress makes a state for every collision of two threads, millions
 * of them, with some 20,000 in use at once. So all states have their places in one direct buffer,
 * and a place is used again long after its earlier state is done.
 *
 * <p>A place holds a control block, a chunk of a few bytes, and the beginnings of three more: a
 * chunk that the sender moves to must have 4 KiB, but the actors touch only a few bytes of it.
 */
final class SharedMemory implements ChunkPool {

  /** The first chunk's capacity in bytes: small, so that positions wrap soon. */
  static final int CAPACITY = 16;

  private static final int FIRST_CHUNK = RingLayout.CONTROL_SIZE;
  private static final int MORE_CHUNKS = FIRST_CHUNK + 128;
  private static final int STEP = 128;
  private static final int MOST_CHUNKS = 3;
  private static final int PLACE = MORE_CHUNKS + MOST_CHUNKS * STEP;
  private static final int PLACES = 1 << 16;

  private static final ByteBuffer MEMORY =
      ByteBuffer.allocateDirect(PLACES * PLACE + RingLayout.CHUNK_UNIT)
          .order(ByteOrder.nativeOrder());
  private static final AtomicInteger NEXT = new AtomicInteger();

  private final int place;
  private int moreChunks;
  private Chunk freed;

  final ControlBlock control;
  final RingSender sender;
  final RingReceiver receiver;

  SharedMemory() {
    place = (NEXT.getAndIncrement() & (PLACES - 1)) * PLACE;
    control = new ControlBlock(MEMORY, place);
    control.clear();
    Chunk first = new Chunk(MEMORY, place + FIRST_CHUNK, RingLayout.CHUNK_HEADER + CAPACITY);
    sender = new RingSender(control, first, this);
    receiver = new RingReceiver(control, first);
  }

  /** Returns the chunk freed last, or another; for the sender's thread, as is {@link #free}. */
  @Override
  public Chunk allocate(int size) {
    if (freed != null) {
      Chunk again = freed;
      freed = null;
      return again;
    }
    return moreChunks == MOST_CHUNKS
        ? null
        : new Chunk(MEMORY, place + MORE_CHUNKS + moreChunks++ * STEP, size);
  }

  @Override
  public void free(Chunk chunk) {
    // The first chunk is too small to move to.
    freed = chunk.size() < RingLayout.CHUNK_UNIT ? null : chunk;
  }
}
