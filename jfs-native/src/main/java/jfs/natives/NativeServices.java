package jfs.natives;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.util.Optional;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.host.KeepAlive;
import jfs.core.host.TcpCounts;
import jfs.core.transport.FourTuple;

/** The native library's functions, as the interface that the transports use. */
public final class NativeServices implements HostServices {

  private static final int HANG_UP_MILLIS = 1000;

  @Override
  public boolean isAvailable() {
    return NativeLibrary.isLoaded();
  }

  @Override
  public int createMemory(long size) throws IOException {
    return check("memory file", MemoryFile.createSealed(size));
  }

  @Override
  public void fill(int memory, long offset, long length) throws IOException {
    check("pages", MemoryFile.allocate(memory, offset, length));
  }

  @Override
  public void drain(int memory, long offset, long length) throws IOException {
    check("pages", MemoryFile.punch(memory, offset, length));
  }

  @Override
  public void letGo(MappedByteBuffer mapping) throws IOException {
    check("mapping", MemoryFile.letGo(mapping));
  }

  @Override
  public void checkMemory(int memory, long size) throws IOException {
    check("memory of a peer", MemoryFile.checkSealed(memory, size));
  }

  @Override
  public int createEventFd() throws IOException {
    int fresh = check("eventfd", EventFd.create());
    boolean kept = false;
    try {
      leaveRoom(fresh);
      kept = true;
      return fresh;
    } finally {
      if (!kept) {
        close(fresh);
      }
    }
  }

  /** JFS keeps no eventfd from that half of the descriptors on which the kernel gives last. */
  private static void leaveRoom(int descriptor) throws IOException {
    Optional<ResourceLimit> limit = ResourceLimits.of(ResourceLimits.Resource.OPEN_FILES);
    if (limit.isPresent()
        && limit.get().soft() != ResourceLimit.UNLIMITED
        && descriptor > limit.get().soft() / 2) {
      throw new IOException("few descriptors are left");
    }
  }

  @Override
  public void checkEventFd(int descriptor) throws IOException {
    leaveRoom(descriptor);
    check("eventfd of a peer", EventFd.check(descriptor));
  }

  @Override
  public void signal(int eventFd) {
    Natives.eventfdSignal(eventFd);
  }

  @Override
  public void close(int descriptor) {
    MemoryFile.closeFd(descriptor);
  }

  @Override
  public boolean send(int socket, ByteBuffer bytes, int descriptor) throws IOException {
    int sent = UnixSockets.sendWithDescriptor(socket, bytes, descriptor);
    return sent != -Errno.EAGAIN && check("descriptor", sent) > 0;
  }

  @Override
  public int receive(int socket, ByteBuffer bytes, int[] descriptor) throws IOException {
    int received = UnixSockets.receiveWithDescriptor(socket, bytes, descriptor);
    if (received == -Errno.EAGAIN) {
      return 0;
    }
    return received == 0 ? -1 : check("link", received);
  }

  @Override
  public long peerUser(int socket) {
    Optional<PeerCredentials> peer = UnixSockets.peer(socket);
    return peer.isPresent() ? peer.get().uid() : -1;
  }

  @Override
  public long cookie(int socket) {
    return Math.max(0, SocketDiagnosis.cookie(socket));
  }

  @Override
  public long find(FourTuple ends) throws IOException {
    Optional<SocketDiagnosis.KernelSocket> found =
        SocketDiagnosis.find(
            new InetSocketAddress(ends.localAddress(), ends.localPort()),
            new InetSocketAddress(ends.remoteAddress(), ends.remotePort()));
    return found.isPresent() && found.get().isConnected() ? found.get().cookie() : 0;
  }

  @Override
  public TcpCounts counts(int socket) {
    long[] values = new long[3];
    return Natives.tcpCounts(socket, values) < 0
        ? null
        : new TcpCounts(values[0], values[1], values[2]);
  }

  @Override
  public long dropped(int socket) {
    return Natives.tcpDropped(socket);
  }

  @Override
  public boolean mark(int socket, long cookie, boolean on) {
    return Natives.tcpMark(socket, cookie, on) == 0;
  }

  @Override
  public boolean filter(int socket, long cookie, boolean on) {
    return Natives.tcpFilter(socket, cookie, on) == 0;
  }

  @Override
  public void sendByte(int descriptor) {
    Natives.doorbellRing(descriptor);
  }

  @Override
  public void hangUp(int descriptor) {
    int result = Natives.doorbellHangUp(descriptor, HANG_UP_MILLIS);
    // ENOTCONN: the connection was over before.
    if (result < 0 && result != -Errno.ENOTCONN) {
      Log.debug("not hung up: " + Errno.name(result));
    }
  }

  @Override
  public boolean isOver(int socket) {
    return Natives.tcpIsOver(socket);
  }

  @Override
  public Boolean isRedirected(int accepted) {
    int answer = Natives.tcpIsRedirected(accepted);
    if (answer == -Errno.ENOPROTOOPT) {
      return Boolean.FALSE;
    }
    return answer < 0 ? null : Boolean.valueOf(answer > 0);
  }

  @Override
  public int takeError(int socket) {
    return Math.max(0, Natives.socketTakeError(socket));
  }

  @Override
  public KeepAlive keepAlive(int socket) {
    int[] values = new int[4];
    return Natives.keepAliveGet(socket, values) < 0
        ? null
        : new KeepAlive(values[0] != 0, values[1], values[2], values[3]);
  }

  @Override
  public void keepAlive(int socket, KeepAlive wanted) {
    int result =
        Natives.keepAliveSet(socket, wanted.on(), wanted.idle(), wanted.interval(), wanted.count());
    if (result < 0) {
      Log.debug("keep-alive not set: " + Errno.name(result));
    }
  }

  private static int check(String what, int result) throws IOException {
    if (result < 0) {
      throw new IOException(what + ": " + Errno.name(result));
    }
    return result;
  }
}
