package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessorsTest {

  @ParameterizedTest
  @CsvSource({
    // on all
    "0-3, 0-3, 4, true",
    "0-3, 0-3, 2, true",
    // pinned to one each, or to the same
    "0, 1, 1, true",
    "0, 0, 1, false",
    "0, 0-3, 1, true",
    // a share of one: by a quota, or -XX:ActiveProcessorCount=1
    "0-3, 0-3, 1, false",
    "0-3, 5, 1, false",
    "'', 0-3, 1, false",
    // not known
    "'', 0-3, 4, true",
    "'', '', 4, false",
    "x, 0, 4, false"
  })
  void pollsWhereTheOtherHasAProcessorToRunOn(
      String own, String other, int available, boolean may) {
    assertEquals(may, new Processors(own).mayPollFor(new Processors(other), available));
  }
}
