package jfs.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import jfs.core.config.Log;

/** The memory that two JVMs share over a link: each gives out some. The exchange's thread's own. */
final class LinkArenas {

  private final Exchange exchange;
  private final LinkSocket socket;
  private final Consumer<String> broken;

  /** Whether memory is sent as a descriptor; else as a file with a name. */
  private boolean descriptors;

  private boolean closed;
  private OwnArena own;
  private PeerArena peer;

  /**
   * Makes those of a link.
   *
   * @param broken is told why the link can't be used any more
   */
  LinkArenas(Exchange exchange, LinkSocket socket, Consumer<String> broken) {
    this.exchange = exchange;
    this.socket = socket;
    this.broken = broken;
  }

  /** Both JVMs can send descriptors. */
  void sendDescriptors() {
    descriptors = true;
  }

  /** The memory that the peer gives out, or null. */
  PeerArena peer() {
    return peer;
  }

  /** The memory that this side gives out, made when first needed; null if there is none. */
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
    MemoryFile file = MemoryFile.create(socket.services(), OwnArena.SIZE);
    return told(OwnArena.of(file), () -> socket.send(frame, file.descriptor()));
  }

  private OwnArena tmpfsArena() throws IOException {
    Presence presence = exchange.presence();
    String name =
        (presence.name() + "." + Integer.toHexString(System.identityHashCode(socket)))
            + MeetingName.ARENA;
    ByteBuffer frame = frame(name).finish();
    Path path = presence.place().file(name);
    return told(
        OwnArena.of(presence.whilePresent(() -> TmpfsFile.create(path, OwnArena.SIZE))),
        () -> socket.send(frame));
  }

  private static Frame frame(String file) {
    return Frame.of(FrameType.ARENA).u64(OwnArena.SIZE).text(file);
  }

  /** An arena that the peer is told of; if it can't be told, there is none. */
  private OwnArena told(OwnArena arena, Endurance.Step telling) {
    boolean told = false;
    try {
      telling.run();
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

  /** The peer has told of its memory. */
  void take(long size, String file, String peerName) throws IOException {
    if (peer != null) {
      throw new IOException("a second arena");
    }
    if (descriptors) {
      peer = PeerArena.received(socket.services(), socket.takeDescriptor(), size);
    } else if (MeetingName.isArena(file, peerName)) {
      peer = PeerArena.open(exchange.presence().place().file(file), size);
    } else {
      throw new IOException("arena '" + file + "' of " + peerName);
    }
  }

  /** The link is no more: what is not in use goes back to the kernel. */
  void end() {
    if (own != null) {
      own.end();
    }
  }

  /** Nor does this end use any of it: no thread is in it, nor will be. */
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
