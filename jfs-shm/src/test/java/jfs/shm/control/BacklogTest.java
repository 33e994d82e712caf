package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import jfs.core.transport.EndpointRegistry;
import org.junit.jupiter.api.Test;

class BacklogTest {

  private final Backlog backlog = new Backlog();
  private final List<FakeEnd> ends = new ArrayList<>(); // endpoints refer to them weakly
  private final List<ShmEndpoint> said = new ArrayList<>();

  private ShmEndpoint endpoint() {
    ends.add(new FakeEnd(ends.size() + 1, 7));
    return new ShmEndpoint(
        null, new EndpointRegistry<>(), ends.get(ends.size() - 1), System::nanoTime, 0);
  }

  @Test
  void goesOnWhereItStopped() {
    List<ShmEndpoint> all = List.of(endpoint(), endpoint(), endpoint(), endpoint());
    all.forEach(backlog::addLook);
    all.forEach(backlog::addLook);
    while (!backlog.isEmpty()) {
      backlog.look(endpoint -> said.add(endpoint) && said.size() % 2 == 1);
    }
    assertEquals(all, said);
  }

  @Test
  void saysAgainWhatThereWasNoMemoryFor() {
    ShmEndpoint endpoint = endpoint();
    backlog.addAnswer(endpoint);
    assertThrows(
        OutOfMemoryError.class,
        () ->
            backlog.answer(
                failing -> {
                  throw new OutOfMemoryError();
                }));
    assertTrue(backlog.answer(said::add));
    assertEquals(List.of(endpoint), said);
    assertTrue(backlog.isEmpty());
  }

  @Test
  void doesNotGrowWithConnectionsThatAreOver() {
    ShmEndpoint kept = endpoint();
    backlog.addLook(kept);
    for (int i = 0; i < 10_000; i++) {
      ShmEndpoint over = endpoint();
      backlog.addLook(over);
      over.withdraw();
    }
    assertTrue(backlog.size() < 2_000);
    backlog.look(said::add);
    assertEquals(List.of(kept), said);
  }

  @Test
  void portsAreToldOnce() {
    backlog.addPorts();
    assertTrue(backlog.hasPorts());
    assertFalse(backlog.isEmpty());
    backlog.toldPorts();
    assertFalse(backlog.hasPorts());
    assertTrue(backlog.isEmpty());
  }
}
