package jfs.core;

import java.lang.StackWalker.StackFrame;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * For which kind of socket {@code java.net} asks a {@link java.net.SocketImplFactory}.
 *
 * <p>The factory's only method takes no argument, one factory may be set for sockets and server
 * sockets alike, and the kernel object behind a listener differs from the start. The caller's frame
 * is all that tells them apart; walking two or three frames costs about a microsecond, next to the
 * system calls that make a socket.
 */
enum SocketCaller {
  /** A socket that may go through a proxy. */
  SOCKET,
  /** A socket whose maker wants no proxy: {@code new Socket(Proxy.NO_PROXY)}. */
  DIRECT_SOCKET,
  /** A socket for an accepted connection. */
  ACCEPTED_SOCKET,
  /** A server socket. */
  SERVER_SOCKET;

  /** Enough to reach past a factory that wraps this one; what lies further out is the program. */
  private static final int MOST_FRAMES = 12;

  /** Some JDKs tell a frame's descriptor only to those who may also ask for its class. */
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** Answers which one is on the stack, the innermost if there are several. */
  static SocketCaller find() {
    return WALKER.walk(SocketCaller::innermost).orElse(SOCKET);
  }

  private static Optional<SocketCaller> innermost(Stream<StackFrame> frames) {
    return frames.limit(MOST_FRAMES).map(SocketCaller::of).flatMap(Optional::stream).findFirst();
  }

  private static Optional<SocketCaller> of(StackFrame frame) {
    return switch (frame.getClassName()) {
      case "java.net.ServerSocket" ->
          Optional.of(frame.getMethodName().equals("implAccept") ? ACCEPTED_SOCKET : SERVER_SOCKET);
      case "java.net.Socket" ->
          Optional.of(frame.getDescriptor().equals("(Ljava/net/Proxy;)V") ? DIRECT_SOCKET : SOCKET);
      default -> Optional.empty();
    };
  }
}
