package jfs.shm.memory;

import java.io.IOException;
import jfs.core.ring.Chunk;
import jfs.core.ring.ControlBlock;

/** The memory of a peer's sending direction, checked to lie in the peer's arena. */
public record PeerMemory(ControlBlock control, Chunk chunk) {

  /**
   * Finds it by what a frame of the peer says.
   *
   * @param arena null if the peer has announced none
   */
  public static PeerMemory of(PeerArena arena, long controlOffset, long chunkDescriptor)
      throws IOException {
    if (arena == null) {
      throw new IOException("no arena");
    }
    ControlBlock control = ControlBlock.of(arena.memory(), controlOffset);
    Chunk chunk = Chunk.of(arena.memory(), chunkDescriptor);
    if (control == null || chunk == null) {
      throw new IOException("control block or chunk outside of the arena");
    }
    return new PeerMemory(control, chunk);
  }
}
