package jfs.shm;

import java.io.IOException;
import jfs.core.ring.Chunk;
import jfs.core.ring.ControlBlock;

/** The memory of a peer's sending direction, checked to lie in the peer's arena. */
record PeerMemory(ControlBlock control, Chunk chunk) {

  static PeerMemory of(PeerLink link, long controlOffset, long chunkDescriptor) throws IOException {
    PeerArena arena = link.peerArena();
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
