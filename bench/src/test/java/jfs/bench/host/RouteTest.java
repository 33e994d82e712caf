package jfs.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTest {

  @Test
  void clientComesFromWhereTheKernelGoesThereFrom() {
    Route route = Route.to("127.0.0.2");
    assertEquals("127.0.0.1 to 127.0.0.2", route.describe());
    assertEquals(List.of("--from", "127.0.0.1", "--to", "127.0.0.2"), route.baseline());
  }

  @Test
  void serverMustBeOnThisHost() {
    assertThrows(BenchException.class, () -> Route.to("192.0.2.1"));
  }
}
