package jfs.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import jfs.bench.plan.Variant;
import org.junit.jupiter.api.Test;

class VariantsTest {

  private static Variant named(String name) {
    List<Variant> both = Variants.named(List.of("jdk", name));
    return both.get(1);
  }

  @Test
  void knowsWhetherItNeedsAnAgent() {
    assertTrue(named("jfs-to-plain").means().usesAgent());
    assertFalse(named("c-ring").means().usesAgent());
    assertFalse(Variants.JDK.means().usesAgent());
  }

  @Test
  void withoutAnAgentJvmsAreEqualAndTheRestStays() {
    List<Variant> plain = Variants.plain(Variants.named(List.of("c-tcp", "jfs", "c-ring", "jdk")));
    assertEquals(
        List.of("c-tcp", "jdk", "c-ring", "jdk-2"), plain.stream().map(Variant::name).toList());
    assertEquals(Variants.JDK, plain.get(1));
    assertTrue(plain.stream().noneMatch(variant -> variant.means().usesAgent()));
  }
}
