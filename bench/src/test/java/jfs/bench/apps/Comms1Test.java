package jfs.bench.apps;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Comms1Test {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000})
  void timesRoundTrips(int length) throws Exception {
    try (Endpoint endpoint = Endpoint.open(1, 2, Duration.ofSeconds(60))) {
      String answer = Comms1.answer(Endpoint.echo(endpoint.port()), length, 5);
      assertTrue(
          answer.matches("count=5 elapsed=[1-9]\\d* p50=[1-9]\\d*( [a-z0-9]+=\\d+)+"), answer);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void noticesAChangedArray(int length) {
    Echo broken = values -> new double[2];
    assertThrows(IllegalStateException.class, () -> Comms1.answer(broken, length, 1));
  }
}
