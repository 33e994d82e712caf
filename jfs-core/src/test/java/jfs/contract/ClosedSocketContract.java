package jfs.contract;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import org.junit.jupiter.api.Test;

/** What each operation does on a closed socket. */
class ClosedSocketContract extends Contract {

  private interface Operation {
    Object on(Socket closed) throws Exception;
  }

  private interface Change {
    void on(Socket closed) throws Exception;
  }

  /** Compares on a socket that was connected, on one that was accepted, and on one never used. */
  private void socket(Operation operation) {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over);
              Socket unused = over.client().newSocket()) {
            c.client.close();
            c.server.close();
            unused.close();
            return Outcome.of(() -> operation.on(c.client))
                + "; "
                + Outcome.of(() -> operation.on(c.server))
                + "; "
                + Outcome.of(() -> operation.on(unused));
          }
        });
  }

  private void change(Change change) {
    socket(
        closed -> {
          change.on(closed);
          return "nothing";
        });
  }

  /** Compares whether the result is the same as before the close. */
  private void kept(Operation question) {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            Outcome before = Outcome.of(() -> question.on(c.client));
            Outcome accepted = Outcome.of(() -> question.on(c.server));
            c.client.close();
            c.server.close();
            return before.equals(Outcome.of(() -> question.on(c.client)))
                + " "
                + accepted.equals(Outcome.of(() -> question.on(c.server)));
          }
        });
  }

  @Test
  void getInputStream() {
    socket(closed -> closed.getInputStream());
  }

  @Test
  void getOutputStream() {
    socket(closed -> closed.getOutputStream());
  }

  @Test
  void getSoTimeout() {
    socket(closed -> closed.getSoTimeout());
  }

  @Test
  void getTcpNoDelay() {
    socket(closed -> closed.getTcpNoDelay());
  }

  @Test
  void getSoLinger() {
    socket(closed -> closed.getSoLinger());
  }

  @Test
  void getKeepAlive() {
    socket(closed -> closed.getKeepAlive());
  }

  @Test
  void getOobInline() {
    socket(closed -> closed.getOOBInline());
  }

  @Test
  void getReuseAddress() {
    socket(closed -> closed.getReuseAddress());
  }

  @Test
  void getTrafficClass() {
    socket(closed -> closed.getTrafficClass());
  }

  @Test
  void getSendBufferSize() {
    socket(closed -> closed.getSendBufferSize());
  }

  @Test
  void getReceiveBufferSize() {
    socket(closed -> closed.getReceiveBufferSize());
  }

  @Test
  void getChannel() {
    socket(closed -> closed.getChannel());
  }

  @Test
  void isClosed() {
    socket(closed -> closed.isClosed());
  }

  @Test
  void isConnected() {
    socket(closed -> closed.isConnected());
  }

  @Test
  void isBound() {
    socket(closed -> closed.isBound());
  }

  @Test
  void isInputShutdown() {
    socket(closed -> closed.isInputShutdown());
  }

  @Test
  void isOutputShutdown() {
    socket(closed -> closed.isOutputShutdown());
  }

  @Test
  void getLocalAddress() {
    socket(closed -> closed.getLocalAddress());
  }

  @Test
  void getOption() {
    socket(closed -> closed.getOption(StandardSocketOptions.TCP_NODELAY));
  }

  @Test
  void getOptionOfBuffer() {
    socket(closed -> closed.getOption(StandardSocketOptions.SO_RCVBUF));
  }

  @Test
  void getOptionNotSupported() {
    socket(closed -> closed.getOption(StandardSocketOptions.IP_MULTICAST_LOOP));
  }

  @Test
  void getOptionNull() {
    socket(closed -> closed.getOption(null));
  }

  @Test
  void supportedOptions() {
    socket(closed -> closed.supportedOptions().contains(StandardSocketOptions.SO_LINGER));
  }

  @Test
  void shutdownInput() {
    change(closed -> closed.shutdownInput());
  }

  @Test
  void shutdownOutput() {
    change(closed -> closed.shutdownOutput());
  }

  @Test
  void setSoTimeout() {
    change(closed -> closed.setSoTimeout(10));
  }

  @Test
  void setSoTimeoutNegative() {
    change(closed -> closed.setSoTimeout(-1));
  }

  @Test
  void setTcpNoDelay() {
    change(closed -> closed.setTcpNoDelay(true));
  }

  @Test
  void setSoLinger() {
    change(closed -> closed.setSoLinger(true, 1));
  }

  @Test
  void setSoLingerNegative() {
    change(closed -> closed.setSoLinger(true, -1));
  }

  @Test
  void setKeepAlive() {
    change(closed -> closed.setKeepAlive(true));
  }

  @Test
  void setOobInline() {
    change(closed -> closed.setOOBInline(true));
  }

  @Test
  void setReuseAddress() {
    change(closed -> closed.setReuseAddress(true));
  }

  @Test
  void setTrafficClass() {
    change(closed -> closed.setTrafficClass(8));
  }

  @Test
  void setTrafficClassOutOfRange() {
    change(closed -> closed.setTrafficClass(256));
  }

  @Test
  void setSendBufferSize() {
    change(closed -> closed.setSendBufferSize(8192));
  }

  @Test
  void setSendBufferSizeZero() {
    change(closed -> closed.setSendBufferSize(0));
  }

  @Test
  void setReceiveBufferSize() {
    change(closed -> closed.setReceiveBufferSize(8192));
  }

  @Test
  void setReceiveBufferSizeZero() {
    change(closed -> closed.setReceiveBufferSize(0));
  }

  @Test
  void sendUrgentData() {
    change(closed -> closed.sendUrgentData(1));
  }

  @Test
  void setPerformancePreferences() {
    change(closed -> closed.setPerformancePreferences(0, 1, 2));
  }

  @Test
  void setOption() {
    change(closed -> closed.setOption(StandardSocketOptions.TCP_NODELAY, true));
  }

  @Test
  void setOptionNotSupported() {
    change(closed -> closed.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true));
  }

  @Test
  void connectAgain() {
    change(closed -> closed.connect(new InetSocketAddress(EndAddresses.SERVER, 9)));
  }

  @Test
  void connectWithTimeout() {
    change(closed -> closed.connect(new InetSocketAddress(EndAddresses.SERVER, 9), 10));
  }

  @Test
  void connectToNull() {
    change(closed -> closed.connect(null));
  }

  @Test
  void bind() {
    change(closed -> closed.bind(null));
  }

  @Test
  void close() {
    change(closed -> closed.close());
  }

  @Test
  void getPortIsKept() {
    kept(Socket::getPort);
  }

  @Test
  void getLocalPortIsKept() {
    kept(Socket::getLocalPort);
  }

  @Test
  void getInetAddressIsKept() {
    kept(Socket::getInetAddress);
  }

  @Test
  void getLocalAddressIsKept() {
    kept(Socket::getLocalAddress);
  }

  @Test
  void getRemoteSocketAddressIsKept() {
    kept(Socket::getRemoteSocketAddress);
  }

  @Test
  void getLocalSocketAddressIsKept() {
    kept(Socket::getLocalSocketAddress);
  }

  @Test
  void toStringIsKept() {
    kept(Socket::toString);
  }
}
