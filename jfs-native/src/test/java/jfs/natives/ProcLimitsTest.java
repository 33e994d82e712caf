package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import jfs.natives.ResourceLimits.Resource;
import org.junit.jupiter.api.Test;

class ProcLimitsTest {

  private static final String HEADER =
      "Limit                     Soft Limit           Hard Limit           Units     \n";

  @Test
  void readsNumbersAndTheirAbsence() {
    String text =
        HEADER
            + "Max cpu time              unlimited            unlimited            seconds   \n"
            + "Max open files            1024                 524288               files     \n"
            + "Max locked memory         8388608              unlimited            bytes     \n";
    assertEquals(
        Optional.of(new ResourceLimit(1024, 524288)), ProcLimits.parse(text, Resource.OPEN_FILES));
    assertEquals(
        Optional.of(new ResourceLimit(8388608, ResourceLimit.UNLIMITED)),
        ProcLimits.parse(text, Resource.LOCKED_MEMORY));
  }

  @Test
  void capsWhatDoesNotFit() {
    String text =
        HEADER + "Max locked memory         9223372036854775808  18446744073709551614 bytes     \n";
    assertEquals(
        Optional.of(new ResourceLimit(Long.MAX_VALUE, Long.MAX_VALUE)),
        ProcLimits.parse(text, Resource.LOCKED_MEMORY));
  }

  @Test
  void makesNothingOfWhatItDoesNotUnderstand() {
    assertEquals(Optional.empty(), ProcLimits.parse("", Resource.OPEN_FILES));
    assertEquals(Optional.empty(), ProcLimits.parse(HEADER, Resource.OPEN_FILES));
    assertEquals(
        Optional.empty(), ProcLimits.parse("Max open files            7", Resource.OPEN_FILES));
    assertEquals(
        Optional.empty(), ProcLimits.parse("Max open files  many  more", Resource.OPEN_FILES));
    assertEquals(
        Optional.empty(), ProcLimits.parse("Max open filesystems  7  8", Resource.OPEN_FILES));
  }
}
