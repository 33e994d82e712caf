package jfs.shm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.shm.memory.MemfdFile;
import jfs.shm.memory.OwnArena;
import jfs.shm.memory.PeerArena;
import jfs.shm.memory.TmpfsFile;

/**
 * The two arenas of a link: each JVM allocates from its own. Used by the manager's thread alone.
 */
final class LinkArenas {

  private final Presence presence;
  private final LinkSocket socket;
  private final Consumer<String> broken;

  /** Whether an arena is sent as a descriptor; otherwise it is sent as the name of a file. */
  private boolean descriptors;

  private boolean closed;
  private OwnArena own;
  private PeerArena peer;

  /**
   * Makes the arenas of a link.
   *
   * @param broken receives the reason if the link cannot be used any more
   */
  LinkArenas(Presence presence, LinkSocket socket, Consumer<String> broken) {
    this.presence = presence;
    this.socket = socket;
    this.broken = broken;
  }

  /** Both JVMs can send descriptors. */
  void sendDescriptors() {
    descriptors = true;
  }

  /** The peer's arena, or null. */
  PeerArena peer() {
    return peer;
  }

  /** This side's arena, made when first needed; null if there is none. */
  OwnArena own() {
    if (own == null && !closed) {
      try {
        own = descriptors ? memoryArena() : tmpfsArena();
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        Log.info("no arena: " + Log.describe(e));
      }
    }
    return own;
  }

  private OwnArena memoryArena() throws IOException {
    ByteBuffer frame = frame("").finish();
    MemfdFile file = MemfdFile.create(socket.services(), OwnArena.SIZE);
    return told(OwnArena.of(file), frame, file);
  }

  private OwnArena tmpfsArena() throws IOException {
    String name =
        (presence.name() + "." + Integer.toHexString(System.identityHashCode(socket)))
            + RendezvousName.ARENA;
    ByteBuffer frame = frame(name).finish();
    Path path = presence.place().file(name);
    return told(OwnArena.of(presence.whilePresent(new TmpfsFileMaker(path))), frame, null);
  }

  private static Frame frame(String file) {
    return Frame.of(FrameType.ARENA).u64(OwnArena.SIZE).text(file);
  }

  private record TmpfsFileMaker(Path path) implements Presence.FileMaker<TmpfsFile> {
    @Override
    public TmpfsFile make() throws IOException {
      return TmpfsFile.create(path, OwnArena.SIZE);
    }
  }

  /**
   * Tells the peer of an arena and returns it; closes it if the peer cannot be told.
   *
   * @param sent the file whose descriptor goes with the frame, or null
   */
  private OwnArena told(OwnArena arena, ByteBuffer frame, MemfdFile sent) {
    boolean told = false;
    try {
      if (sent == null) {
        socket.send(frame);
      } else {
        socket.send(frame, sent.descriptor());
      }
      told = true;
    } catch (IOException e) {
      broken.accept(Log.describe(e));
    } finally {
      if (!told) {
        arena.close();
      }
    }
    return told ? arena : null;
  }

  /** The peer has announced its arena. */
  void take(long size, String file, String peerName) throws IOException {
    if (peer != null) {
      throw new IOException("a second arena");
    }
    if (descriptors) {
      int descriptor = socket.takeDescriptor();
      if (descriptor == HostServices.NO_ROOM) {
        throw new IOException("no descriptor left for an arena");
      }
      peer = PeerArena.received(socket.services(), descriptor, size);
    } else if (RendezvousName.isArena(file, peerName)) {
      peer = PeerArena.open(presence.place().file(file), size);
    } else {
      throw new IOException("arena '" + file + "' of " + peerName);
    }
  }

  /** The link has ended: memory that is not in use goes back to the kernel. */
  void end() {
    if (own != null) {
      own.end();
    }
  }

  /** Closes both arenas: no thread of this JVM is in them, nor will be. */
  void close() {
    closed = true;
    if (own != null) {
      own.close();
    }
    if (peer != null) {
      peer.close();
    }
  }
}
