package jfs.toy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import jfs.contract.Connected;
import jfs.contract.KindPairing;
import jfs.contract.KindPairings;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.Connections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract suite, as it runs beside this, goes over the toy. The suite itself fails unless both
 * ends of each of its connections commit to a transport; here it is this one, and takes the bytes.
 * Fails without the toy on the class path, so its name is none that every test run looks for.
 */
class CarriedByToy {

  /** The pairings with JFS at both ends. */
  static List<KindPairing> pairings() {
    return KindPairings.all().stream()
        .filter(pairing -> pairing.client().equals(pairing.server()))
        .filter(pairing -> !pairing.equals(KindPairings.ORACLE))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("pairings")
  void connectionsOfTheSuite(KindPairing pairing) throws Exception {
    try (Connected c = Connected.of(pairing)) {
      pass(c.clientOut(), c.serverIn());
      pass(c.serverOut(), c.clientIn());
      assertEquals(Optional.of("toy"), carrierOf(c.client));
      assertEquals(Optional.of("toy"), carrierOf(c.server));
    }
  }

  /** The last bytes on TCP, and the first ones that do not go there. */
  private static void pass(OutputStream out, InputStream in) throws Exception {
    for (byte i = 0; i < 2; i++) {
      out.write(new byte[] {i, 7});
      assertArrayEquals(new byte[] {i, 7}, in.readNBytes(2));
    }
  }

  private static Optional<String> carrierOf(Socket socket) {
    Connections.ofProcess().learn();
    return Connections.ofProcess().live().stream()
        .flatMap(connection -> ConnectionReport.of(connection).stream())
        .filter(report -> report.local().endsWith(":" + socket.getLocalPort()))
        .filter(report -> report.remote().endsWith(":" + socket.getPort()))
        .map(ConnectionReport::via)
        .findAny();
  }
}
