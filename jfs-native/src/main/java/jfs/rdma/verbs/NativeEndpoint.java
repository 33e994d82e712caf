package jfs.rdma.verbs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import jfs.natives.Errno;
import jfs.natives.VerbsLibrary;

/** An endpoint of the native library. */
final class NativeEndpoint implements VerbsEndpoint {

  /** A connection registers its two rings. */
  private static final int REGIONS = 2;

  private static final long DESTROYED = 0;

  private long handle;

  /** Kept until the endpoint is destroyed, since a device may write there. */
  private final List<NativeRegion> regions = new ArrayList<>(REGIONS);

  /**
   * Sets the handle of a connection. The object is made before the connection: if its allocation
   * failed after, nothing would refer to the connection.
   */
  NativeEndpoint of(long newHandle) {
    handle = newHandle;
    return this;
  }

  private record NativeRegion(ByteBuffer memory, long handle, long address, int remoteKey)
      implements Region {}

  @Override
  public Region register(ByteBuffer memory, boolean peerWrites) throws IOException {
    long[] addressAndKey = new long[2];
    long region =
        VerbsException.check(
            "memory", VerbsLibrary.register(handle, memory, peerWrites, addressAndKey));
    NativeRegion made = new NativeRegion(memory, region, addressAndKey[0], (int) addressAndKey[1]);
    regions.add(made);
    return made;
  }

  @Override
  public void write(Region from, int offset, int length, long remoteAddress, int remoteKey)
      throws IOException {
    NativeRegion region = (NativeRegion) from;
    VerbsException.check(
        "write",
        VerbsLibrary.write(handle, region.handle(), offset, length, remoteAddress, remoteKey));
  }

  @Override
  public void send(ByteBuffer message) throws IOException {
    VerbsException.check("message", VerbsLibrary.send(handle, MessageRoom.bytes(message)));
  }

  @Override
  public void probe() throws IOException {
    VerbsException.check("probe", VerbsLibrary.probe(handle));
  }

  @Override
  public long poll(ByteBuffer messages) throws IOException {
    long progress = VerbsLibrary.poll(handle, MessageRoom.bytes(messages));
    if (progress < 0) {
      // The completion's status is in the bits above the error.
      long error = -progress;
      throw new IOException(
          "connection: " + Errno.name((int) (error & 0xffff)) + ", status " + (error >>> 16));
    }
    return progress;
  }

  @Override
  public boolean isDrained() {
    return VerbsLibrary.drained(handle);
  }

  @Override
  public boolean isSoftware() {
    return VerbsLibrary.software(handle);
  }

  @Override
  public long device() {
    return VerbsLibrary.device(handle);
  }

  @Override
  public int number() {
    return VerbsLibrary.queuePair(handle);
  }

  @Override
  public void arm() throws IOException {
    VerbsException.check("completion queue", VerbsLibrary.arm(handle));
  }

  @Override
  public void disconnect() {
    if (handle != DESTROYED) {
      VerbsLibrary.disconnect(handle);
    }
  }

  @Override
  public void destroy() {
    if (handle != DESTROYED) {
      VerbsLibrary.destroy(handle);
      handle = DESTROYED;
    }
    // Only now: no device writes there any more.
    while (!regions.isEmpty()) {
      int last = regions.size() - 1;
      VerbsLibrary.forget(regions.get(last).handle());
      regions.remove(last);
    }
  }
}
