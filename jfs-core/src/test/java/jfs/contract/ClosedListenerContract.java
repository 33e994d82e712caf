package jfs.contract;

import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import org.junit.jupiter.api.Test;

/** What each operation does on a closed server socket. */
class ClosedListenerContract extends Contract {

  private interface Operation {
    Object on(ServerSocket closed) throws Exception;
  }

  private static Object nothing(Outcome.Action change) throws Exception {
    change.run();
    return "nothing";
  }

  /** Compares on a listener that was bound, and on one that was not. */
  private void listener(Operation operation) {
    assertAsOracle(
        over -> {
          ServerSocket bound = Connected.listen(over.server());
          ServerSocket unbound = over.server().newServerSocket();
          bound.close();
          unbound.close();
          return Outcome.of(() -> operation.on(bound))
              + "; "
              + Outcome.of(() -> operation.on(unbound));
        });
  }

  private void kept(Operation question) {
    assertAsOracle(
        over -> {
          try (ServerSocket listener = Connected.listen(over.server())) {
            Outcome before = Outcome.of(() -> question.on(listener));
            listener.close();
            return before.equals(Outcome.of(() -> question.on(listener)));
          }
        });
  }

  @Test
  void isClosed() {
    listener(closed -> closed.isClosed());
  }

  @Test
  void isBound() {
    listener(closed -> closed.isBound());
  }

  @Test
  void getSoTimeout() {
    listener(closed -> closed.getSoTimeout());
  }

  @Test
  void getReuseAddress() {
    listener(closed -> closed.getReuseAddress());
  }

  @Test
  void getReceiveBufferSize() {
    listener(closed -> closed.getReceiveBufferSize());
  }

  @Test
  void accept() {
    listener(closed -> closed.accept());
  }

  @Test
  void getChannel() {
    listener(closed -> closed.getChannel());
  }

  @Test
  void getOption() {
    listener(closed -> closed.getOption(StandardSocketOptions.SO_RCVBUF));
  }

  @Test
  void bind() {
    listener(closed -> nothing(() -> closed.bind(null)));
  }

  @Test
  void setSoTimeout() {
    listener(closed -> nothing(() -> closed.setSoTimeout(10)));
  }

  @Test
  void setReuseAddress() {
    listener(closed -> nothing(() -> closed.setReuseAddress(true)));
  }

  @Test
  void setReceiveBufferSize() {
    listener(closed -> nothing(() -> closed.setReceiveBufferSize(8192)));
  }

  @Test
  void setPerformancePreferences() {
    listener(closed -> nothing(() -> closed.setPerformancePreferences(0, 1, 2)));
  }

  @Test
  void setOption() {
    listener(closed -> nothing(() -> closed.setOption(StandardSocketOptions.SO_RCVBUF, 8192)));
  }

  @Test
  void close() {
    listener(closed -> nothing(() -> closed.close()));
  }

  @Test
  void getLocalPortIsKept() {
    kept(ServerSocket::getLocalPort);
  }

  @Test
  void getInetAddressIsKept() {
    kept(ServerSocket::getInetAddress);
  }

  @Test
  void getLocalSocketAddressIsKept() {
    kept(ServerSocket::getLocalSocketAddress);
  }

  @Test
  void toStringIsKept() {
    kept(ServerSocket::toString);
  }
}
