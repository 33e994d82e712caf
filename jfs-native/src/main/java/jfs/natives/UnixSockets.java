package jfs.natives;

import java.nio.ByteBuffer;
import java.util.Optional;
import jfs.core.host.HostServices;

/**
 * What Java's AF_UNIX stream sockets lack; see {@code unix(7)}. A socket is given by its
 * descriptor's number, and the caller makes sure that it stays open during the call. To be used
 * only while {@link NativeLibrary#isLoaded()}.
 *
 * <p>No method waits, even if the socket is in blocking mode.
 */
public final class UnixSockets {

  private UnixSockets() {}

  /**
   * Sends from a buffer's position on, which moves, up to its limit, and a descriptor with the
   * first byte. Bytes that remain in the buffer then are to be sent without the descriptor. The
   * descriptor stays open here.
   *
   * @param bytes a direct buffer with something in it
   * @return how many bytes were sent, at least 1; or a negated {@link Errno}, {@link Errno#EAGAIN}
   *     where there is no room now, and nothing was sent
   * @throws IllegalArgumentException if the buffer is not direct
   */
  public static int sendWithDescriptor(int socket, ByteBuffer bytes, int fd) {
    checkDirect(bytes);
    int position = bytes.position();
    int sent = Natives.unixSend(socket, bytes, position, bytes.remaining(), fd);
    if (sent > 0) {
      bytes.position(position + sent);
    }
    return sent;
  }

  /**
   * Receives into a buffer from its position on, which moves, and a descriptor if one came with
   * those bytes. Bytes that Java itself reads from the socket lose theirs.
   *
   * @param bytes a direct buffer with room in it
   * @param fd its element 0 is set to the descriptor, which the caller is to close, or to -1, or to
   *     {@link HostServices#NO_ROOM} if one came, or more, and the kernel closed all, because this
   *     process may have no more descriptors
   * @return how many bytes came, 0 at the end of the stream; or a negated {@link Errno}, and no
   *     descriptor: {@link Errno#EAGAIN} where nothing is there now, {@link Errno#EPROTO} where
   *     more came than one descriptor; then all are closed, the bytes are lost, and the socket is
   *     to be closed
   * @throws IllegalArgumentException if the buffer is not direct or the array is empty
   */
  public static int receiveWithDescriptor(int socket, ByteBuffer bytes, int[] fd) {
    checkDirect(bytes);
    if (bytes.isReadOnly() || fd.length == 0) {
      throw new IllegalArgumentException("nowhere to put it");
    }
    fd[0] = -1;
    int position = bytes.position();
    int received = Natives.unixReceive(socket, bytes, position, bytes.remaining(), fd);
    if (received > 0) {
      bytes.position(position + received);
    }
    return received;
  }

  /** The process at the other end; empty if the socket is not connected, or is no such socket. */
  public static Optional<PeerCredentials> peer(int socket) {
    long[] uidAndPid = new long[2];
    return Natives.unixPeer(socket, uidAndPid) == 0
        ? Optional.of(new PeerCredentials(uidAndPid[0], (int) uidAndPid[1]))
        : Optional.empty();
  }

  private static void checkDirect(ByteBuffer buffer) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("not a direct buffer: " + buffer);
    }
  }
}
