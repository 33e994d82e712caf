package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Comms1Test {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000})
  void goesThereAndBack(int length) throws Exception {
    try (Endpoint endpoint = Together.open(1, 2)) {
      Comms1 comms1 = new Comms1(endpoint.echo(endpoint.port()), length);
      for (int i = 0; i < 5; i++) {
        comms1.trip();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void noticesAChangedArray(int length) {
    Echo broken = values -> new double[2];
    assertThrows(IllegalStateException.class, () -> new Comms1(broken, length));
  }
}
