package jfs.bench.jmh;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jfs.core.ring.Chunk;
import jfs.core.ring.ChunkPool;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingLayout;
import jfs.core.ring.RingReceiver;
import jfs.core.ring.RingSender;

/** A direction in the JVM's own memory: of one chunk, which is never left. */
final class MemoryRing implements ChunkPool {

  private static final int CHUNK = 256 << 10;

  final ControlBlock control;
  final RingSender sender;
  final RingReceiver receiver;

  MemoryRing() {
    ByteBuffer memory =
        ByteBuffer.allocateDirect(RingLayout.CONTROL_SIZE + CHUNK + 2 * RingLayout.CHUNK_UNIT)
            .alignedSlice(RingLayout.CHUNK_UNIT)
            .order(ByteOrder.nativeOrder());
    control = new ControlBlock(memory, CHUNK);
    control.clear();
    Chunk chunk = new Chunk(memory, 0, CHUNK);
    sender = new RingSender(control, chunk, this);
    receiver = new RingReceiver(control, chunk);
  }

  @Override
  public Chunk allocate(int size) {
    return null;
  }

  @Override
  public void free(Chunk chunk) {
    // it goes with the memory
  }
}
