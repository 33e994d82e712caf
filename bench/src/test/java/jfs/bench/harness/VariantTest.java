package jfs.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class VariantTest {

  private static Variant named(String name) {
    List<Variant> both = Variant.named(List.of("jdk", name));
    return both.get(1);
  }

  @Test
  void knowsWhatItNeeds() {
    assertTrue(named("jfs-to-plain").usesAgent());
    assertFalse(named("jfs-to-plain").usesBaseline());
    assertFalse(named("c-ring").usesAgent());
    assertTrue(named("c-ring").usesBaseline());
    assertFalse(Variant.JDK.usesAgent() || Variant.JDK.usesBaseline());
  }

  @Test
  void withoutAnAgentJvmsAreEqualAndTheRestStays() {
    List<Variant> plain = Variant.plain(Variant.named(List.of("c-tcp", "jfs", "c-ring", "jdk")));
    assertEquals(
        List.of("c-tcp", "jdk", "c-ring", "jdk-2"), plain.stream().map(Variant::name).toList());
    assertEquals(Variant.JDK, plain.get(1));
    assertTrue(plain.stream().noneMatch(Variant::usesAgent));
  }
}
