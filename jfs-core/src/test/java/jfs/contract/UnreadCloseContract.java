package jfs.contract;

import java.net.Socket;
import org.junit.jupiter.api.Test;

/**
 * A close that leaves bytes unread. The kernel answers them with a reset, so all later writes of
 * the other end fail; after a close that leaves none, the first one passes.
 */
class UnreadCloseContract extends Contract {

  private interface Preparation {
    void of(Connected c) throws Exception;
  }

  /**
   * Compares what the client's first write does after the server has closed, and the client has
   * read the end of file.
   */
  private void firstWriteAfter(Preparation preparation) {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            preparation.of(c);
            c.server.close();
            int end = c.clientIn().read();
            awaitReset(c.client);
            return end + " " + Outcome.of(() -> c.clientOut().write(1));
          }
        });
  }

  /** The end of file may overtake the kernel's reset, and so may the write that follows. */
  private static void awaitReset(Socket socket) throws Exception {
    int port = socket.getLocalPort();
    int closed = socket.getPort();
    if (!Kernel.hasConnection(closed, port)) {
      Blocking.await("reset", () -> !Kernel.hasConnection(port, closed));
    }
  }

  /** The client has used its direction before, and so has left TCP where it can. */
  private static void useBefore(Connected c) throws Exception {
    for (int i = 0; i < 2; i++) {
      c.clientOut().write(i);
      c.serverIn().skipNBytes(1);
    }
  }

  private static void leaveUnread(Connected c) throws Exception {
    c.clientOut().write(new byte[10]);
    Bytes.awaitAvailable(c.serverIn(), 10);
  }

  @Test
  void theFirstBytes() {
    firstWriteAfter(UnreadCloseContract::leaveUnread);
  }

  @Test
  void laterBytes() {
    firstWriteAfter(
        c -> {
          useBefore(c);
          leaveUnread(c);
        });
  }

  @Test
  void bytesBehindAShutdownOfInput() {
    firstWriteAfter(
        c -> {
          useBefore(c);
          leaveUnread(c);
          c.server.shutdownInput();
        });
  }

  /** The end of file came before the reset. */
  @Test
  void resetOfAnEndThatHasHalfClosed() {
    firstWriteAfter(
        c -> {
          useBefore(c);
          c.server.shutdownOutput();
          c.server.setSoLinger(true, 0);
        });
  }

  @Test
  void noBytes() {
    firstWriteAfter(UnreadCloseContract::useBefore);
  }
}
