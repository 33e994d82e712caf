package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

/** Runs a program with and without the agent: no difference may show. */
final class Differential {

  private Differential() {}

  /** Asserts that all that the program says, and how it ends, is the same; returns that. */
  static Exit assertSameWithAndWithoutAgent(ChildJvm jvm) throws Exception {
    return assertSame(jvm, jvm.withAgent());
  }

  /** Asserts that two JVMs say the same, and not nothing, and end in the same way. */
  static Exit assertSame(ChildJvm without, ChildJvm with) throws Exception {
    Exit expected = without.run();
    Exit actual = with.run();
    assertNotEquals("", expected.out(), expected.err());
    assertEquals(expected.out(), actual.out(), actual::err);
    assertEquals(expected.err(), actual.err());
    assertEquals(expected.code(), actual.code());
    return actual;
  }
}
