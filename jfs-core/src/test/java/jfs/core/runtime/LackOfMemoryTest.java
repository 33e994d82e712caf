package jfs.core.runtime;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LackOfMemoryTest {

  @Test
  void anErrorIsKnownThroughWhatWrapsIt() {
    OutOfMemoryError lack = new OutOfMemoryError("Java heap space");
    assertTrue(LackOfMemory.isCauseOf(lack));
    assertTrue(LackOfMemory.isCauseOf(new BootstrapMethodError(new InternalError(lack))));
    assertFalse(LackOfMemory.isCauseOf(new InternalError("of the JVM's")));
    assertFalse(LackOfMemory.isCauseOf(null));
  }

  @Test
  void aCircleOfCausesEnds() {
    RuntimeException outer = new IllegalStateException();
    outer.initCause(new IllegalStateException(outer));
    assertFalse(LackOfMemory.isCauseOf(outer));
  }
}
