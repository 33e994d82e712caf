package jfs.core;

import java.lang.StackWalker.StackFrame;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The kind of socket for which {@code java.net} asks a {@link java.net.SocketImplFactory}.
 *
 * <p>The factory's only method takes no argument, a program may set one factory for sockets and
 * server sockets alike, and the kernel object behind a listener differs from the start. Only the
 * caller's stack frame tells the kinds apart. Walking two or three frames costs about a
 * microsecond, which is little beside the system calls that make a socket.
 */
enum SocketCaller {
  /** A socket that may go through a proxy. */
  SOCKET,
  /** A socket that must not use a proxy: {@code new Socket(Proxy.NO_PROXY)}. */
  DIRECT_SOCKET,
  /** A socket for an accepted connection. */
  ACCEPTED_SOCKET,
  /** A server socket. */
  SERVER_SOCKET;

  /** Enough to get past a factory that wraps this one; frames further out are the program's. */
  private static final int MOST_FRAMES = 12;

  /** Some JDKs give a frame's descriptor only to a walker that retains class references. */
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** Returns the kind that the stack shows, the innermost if it shows several. */
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
