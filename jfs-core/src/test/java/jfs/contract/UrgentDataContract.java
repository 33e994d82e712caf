package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.Socket;
import java.net.SocketTimeoutException;
import jfs.contract.Blocking.Attempt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes sent as urgent: in their place in the stream, or lost, as the receiver wants. */
class UrgentDataContract extends Contract {

  @Test
  void urgentByteVanishes() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(1);
      c.client.sendUrgentData(99);
      c.clientOut().write(2);
      c.client.shutdownOutput();
      assertArrayEquals(new byte[] {1, 2}, c.serverIn().readAllBytes());
    }
  }

  @Test
  void urgentByteOfTheServerVanishes() throws Exception {
    try (Connected c = connect()) {
      c.serverOut().write(1);
      c.server.sendUrgentData(99);
      c.serverOut().write(2);
      c.server.shutdownOutput();
      assertArrayEquals(new byte[] {1, 2}, c.clientIn().readAllBytes());
    }
  }

  @Test
  void urgentByteAppearsInItsPlace() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.clientOut().write(1);
      c.client.sendUrgentData(99);
      c.clientOut().write(2);
      c.client.shutdownOutput();
      assertArrayEquals(new byte[] {1, 99, 2}, c.serverIn().readAllBytes());
    }
  }

  @Test
  void urgentByteOfTheServerAppearsInItsPlace() throws Exception {
    try (Connected c = connect()) {
      c.client.setOOBInline(true);
      c.serverOut().write(1);
      c.server.sendUrgentData(99);
      c.serverOut().write(2);
      c.server.shutdownOutput();
      assertArrayEquals(new byte[] {1, 99, 2}, c.clientIn().readAllBytes());
    }
  }

  @Test
  void sendersOwnSettingDoesNotMatter() throws Exception {
    try (Connected c = connect()) {
      c.client.setOOBInline(true);
      c.clientOut().write(1);
      c.client.sendUrgentData(99);
      c.clientOut().write(2);
      c.client.shutdownOutput();
      assertArrayEquals(new byte[] {1, 2}, c.serverIn().readAllBytes());
    }
  }

  @Test
  void settingMadeBeforeConnectHolds() throws Exception {
    try (var l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.setOOBInline(true);
      s.connect(l.getLocalSocketAddress());
      try (Socket a = l.accept()) {
        a.sendUrgentData(5);
        assertEquals(5, s.getInputStream().read());
      }
    }
  }

  @Test
  void urgentByteAlone() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.client.sendUrgentData(42);
      assertEquals(42, c.serverIn().read());
    }
  }

  @Test
  void urgentByteAloneVanishes() throws Exception {
    try (Connected c = connect()) {
      c.client.sendUrgentData(42);
      c.client.shutdownOutput();
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void urgentByteEndsAReadThatWaits() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      Attempt<Integer> reading = Blocking.attempt(() -> c.serverIn().read());
      reading.awaitBlockedIn("read");
      c.client.sendUrgentData(7);
      assertEquals(7, reading.get());
    }
  }

  @Test
  void urgentByteThatVanishesDoesNotEndAReadThatWaits() throws Exception {
    try (Connected c = connect()) {
      Attempt<Integer> reading = Blocking.attempt(() -> c.serverIn().read());
      reading.awaitBlockedIn("read");
      c.client.sendUrgentData(7);
      c.clientOut().write(8);
      assertEquals(8, reading.get());
    }
  }

  @Test
  void urgentByteThatVanishesDoesNotStopTheTimeout() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(20);
      c.client.sendUrgentData(7);
      assertThrows(SocketTimeoutException.class, () -> c.serverIn().read());
      c.server.setSoTimeout(0);
      c.clientOut().write(8);
      assertEquals(8, c.serverIn().read());
    }
  }

  @Test
  void urgentByteIsReadWithTimeout() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.server.setSoTimeout(10_000);
      c.client.sendUrgentData(7);
      assertEquals(7, c.serverIn().read());
    }
  }

  @Test
  void severalUrgentBytesInTheirPlaces() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      byte[] expected = new byte[40];
      for (int i = 0; i < expected.length; i += 2) {
        c.clientOut().write(i);
        c.client.sendUrgentData(i + 1);
        expected[i] = (byte) i;
        expected[i + 1] = (byte) (i + 1);
      }
      c.client.shutdownOutput();
      assertArrayEquals(expected, c.serverIn().readAllBytes());
    }
  }

  @Test
  void severalUrgentBytesInARow() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      for (int i = 0; i < 5; i++) {
        c.client.sendUrgentData(i);
      }
      assertArrayEquals(new byte[] {0, 1, 2, 3, 4}, c.serverIn().readNBytes(5));
    }
  }

  @Test
  void severalUrgentBytesVanishOneByOne() throws Exception {
    try (Connected c = connect()) {
      for (int i = 0; i < 5; i++) {
        c.client.sendUrgentData(99);
        c.clientOut().write(i);
        // An urgent byte that has not been passed turns into an ordinary one when the next comes.
        assertEquals(i, c.serverIn().read());
      }
    }
  }

  @Test
  void bothEndsSendUrgentBytes() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.client.setOOBInline(true);
      c.client.sendUrgentData(1);
      c.server.sendUrgentData(2);
      assertEquals(1, c.serverIn().read());
      assertEquals(2, c.clientIn().read());
    }
  }

  @Test
  void inlineIsSwitchedBetweenUrgentBytes() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.client.sendUrgentData(1);
      assertEquals(1, c.serverIn().read());
      c.server.setOOBInline(false);
      c.client.sendUrgentData(2);
      c.clientOut().write(3);
      assertEquals(3, c.serverIn().read());
      c.server.setOOBInline(true);
      c.client.sendUrgentData(4);
      assertEquals(4, c.serverIn().read());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 127, 128, 255, 256 + 65, -1, Integer.MIN_VALUE + 3})
  void lowEightBitsAreSent(int data) throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.client.sendUrgentData(data);
      assertEquals(data & 0xff, c.serverIn().read());
    }
  }

  @Test
  void urgentByteCountsAsAvailableIfInline() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.clientOut().write(1);
      c.client.sendUrgentData(2);
      c.clientOut().write(3);
      Blocking.await("three bytes", () -> c.serverIn().available() == 3);
    }
  }

  @Test
  void urgentByteAmongManyBytes() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.clientOut().write(new byte[20_000]);
      c.client.sendUrgentData(1);
      c.clientOut().write(new byte[20_000]);
      c.client.shutdownOutput();
      byte[] all = c.serverIn().readAllBytes();
      assertEquals(40_001, all.length);
      assertEquals(1, all[20_000]);
    }
  }

  @Test
  void urgentByteThatVanishesAmongManyBytes() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[20_000]);
      c.client.sendUrgentData(1);
      c.clientOut().write(new byte[20_000]);
      c.client.shutdownOutput();
      assertArrayEquals(new byte[40_000], c.serverIn().readAllBytes());
    }
  }

  @Test
  void beforeConnect() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            return Outcome.of(() -> s.sendUrgentData(1)) + " " + s.isClosed();
          }
        });
  }

  @Test
  void beforeConnectOfABoundSocket() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            s.bind(EndAddresses.anyClientPort());
            return Outcome.of(() -> s.sendUrgentData(1));
          }
        });
  }

  @Test
  void afterClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.close();
            c.server.close();
            return Outcome.of(() -> c.client.sendUrgentData(1))
                + " "
                + Outcome.of(() -> c.server.sendUrgentData(1));
          }
        });
  }

  @Test
  void afterShutdownOutput() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.shutdownOutput();
            return Outcome.of(() -> c.client.sendUrgentData(1));
          }
        });
  }

  @Test
  void afterBytesAndShutdownOutput() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.clientOut().write(1);
            c.client.shutdownOutput();
            return Outcome.of(() -> c.client.sendUrgentData(1));
          }
        });
  }

  @Test
  void afterOwnShutdownInput() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.client.shutdownInput();
      c.client.sendUrgentData(6);
      assertEquals(6, c.serverIn().read());
    }
  }

  @Test
  void afterPeersShutdownOutput() throws Exception {
    try (Connected c = connect()) {
      c.server.setOOBInline(true);
      c.server.shutdownOutput();
      assertEquals(-1, c.clientIn().read());
      c.client.sendUrgentData(6);
      assertEquals(6, c.serverIn().read());
    }
  }

  @Test
  void afterReset() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.server.setSoLinger(true, 0);
            c.server.close();
            return Outcome.of(() -> c.clientIn().read())
                + " "
                + Outcome.of(() -> c.client.sendUrgentData(1));
          }
        });
  }
}
