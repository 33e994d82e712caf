package jfs.core.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CarriersTest {

  @Test
  void thePlatformCarrierIsTheFirstChoiceWhereItsPackagesAreOpen() {
    assertEquals("platform", Carriers.select(null).name());
  }

  @Test
  void anUnknownNameIsRefusedWithThoseThatAreKnown() {
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> Carriers.select("pigeon"));
    assertTrue(e.getMessage().contains("'pigeon'"), e.getMessage());
    assertTrue(e.getMessage().contains("platform"), e.getMessage());
  }
}
