package jfs.natives;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * What the kernel knows about TCP sockets, of this process and of others; see {@code sock_diag(7)}.
 * To be used only while {@link NativeLibrary#isLoaded()}. Any thread may call.
 */
public final class SocketDiagnosis {

  /**
   * A TCP socket in the kernel.
   *
   * @param cookie its number, above 0, which no other socket gets as long as the kernel runs
   * @param uid its owner; 0 also where it is closed and the kernel only remembers it
   * @param state as from {@link SocketDiagnosis#state}
   */
  public record KernelSocket(long cookie, long uid, int state) {

    /** Whether it has a peer and is not closed itself; half-closed is connected. */
    public boolean isConnected() {
      return SocketDiagnosis.isConnected(state);
    }
  }

  private SocketDiagnosis() {}

  /**
   * The state of a TCP socket of this process, as the kernel numbers them: 1 is ESTABLISHED.
   *
   * @param socket its descriptor
   * @return the state, above 0, or a negated {@link Errno}
   */
  public static int state(int socket) {
    return Natives.tcpState(socket);
  }

  /**
   * Whether a socket in such a {@link #state} has a peer and is not closed itself; half-closed is
   * connected, an error is not.
   */
  public static boolean isConnected(int state) {
    return Natives.tcpIsConnected(state);
  }

  /**
   * The number of a socket of this process in the kernel; see {@link KernelSocket#cookie}.
   *
   * @param socket its descriptor
   * @return the cookie, above 0, or a negated {@link Errno}
   */
  public static long cookie(int socket) {
    return Natives.socketCookie(socket);
  }

  /**
   * Looks in this network namespace for the socket at one end of a TCP connection, in any process.
   * It is there from before it is accepted until the kernel has forgotten the connection. Takes
   * some 10 microseconds.
   *
   * @param local the addresses as that end sees them
   * @return empty if there is none
   * @throws IOException if the kernel cannot be asked, or does not answer in 100 ms
   * @throws IllegalArgumentException if an address is unresolved
   */
  public static Optional<KernelSocket> find(InetSocketAddress local, InetSocketAddress remote)
      throws IOException {
    if (local.isUnresolved() || remote.isUnresolved()) {
      throw new IllegalArgumentException("unresolved: " + local + ", " + remote);
    }
    long[] values = new long[3];
    int error =
        Natives.tcpFind(
            local.getAddress().getAddress(),
            local.getPort(),
            remote.getAddress().getAddress(),
            remote.getPort(),
            networkInterface(local.getAddress()),
            values);
    if (error == -Errno.ENOENT) {
      return Optional.empty();
    }
    if (error != 0) {
      throw new IOException("socket diagnosis: " + Errno.name(error));
    }
    return Optional.of(new KernelSocket(values[0], values[1], (int) values[2]));
  }

  /** The kernel looks up link-local connections by their interface as well, and others without. */
  private static int networkInterface(InetAddress address) {
    return address instanceof Inet6Address six && six.isLinkLocalAddress() ? six.getScopeId() : 0;
  }
}
