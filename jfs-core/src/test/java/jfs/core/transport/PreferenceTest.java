package jfs.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreferenceTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0, 0, CONNECTION_TIME",
    "0, 1, 0, LATENCY",
    "0, 0, 1, BANDWIDTH",
    "3, 1, 2, CONNECTION_TIME",
    "-3, -1, -2, LATENCY",
    "-2147483648, 0, 2147483647, BANDWIDTH",
  })
  void theHighestWins(int connectionTime, int latency, int bandwidth, Preference preference) {
    assertEquals(preference, Preference.of(connectionTime, latency, bandwidth));
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "1, 1, 0", "1, 0, 1", "-1, 7, 7", "5, 5, 5"})
  void whereTwoAreHighestThereIsNone(int connectionTime, int latency, int bandwidth) {
    assertEquals(Preference.NONE, Preference.of(connectionTime, latency, bandwidth));
  }

  @ParameterizedTest
  @CsvSource({"NONE, false", "CONNECTION_TIME, false", "LATENCY, true", "BANDWIDTH, true"})
  void whatGoesBeyondTcpIsPairedAtOnce(Preference preference, boolean atOnce) {
    assertEquals(atOnce, preference.pairsAtOnce());
  }
}
