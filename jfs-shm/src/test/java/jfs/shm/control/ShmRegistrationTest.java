package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import jfs.core.transport.EndpointRegistry;
import org.junit.jupiter.api.Test;

/** The registration of an end that no peer looks for. */
class ShmRegistrationTest {

  private final EndpointRegistry<ShmEndpoint> registry = ProcessManager.get().registry();
  private final FakeEnd end = new FakeEnd(3, 4);
  private final ShmRegistration registration = new ShmRegistration(end, ProcessManager.THREAD);

  @Test
  void anEndIsEnteredOnceItIsWantedUntilItIsWithdrawn() {
    assertNull(registry.find(end.ends()));
    registration.want();
    assertNotNull(registry.find(end.ends()));
    registration.withdraw();
    assertNull(registry.find(end.ends()));
  }

  @Test
  void anEndThatIsWithdrawnIsNotEnteredAnyMore() {
    registration.withdraw();
    registration.want();
    assertNull(registry.find(end.ends()));
  }

  @Test
  void anEndThatIsWithdrawnIsNotEnteredAgain() {
    registration.want();
    registration.withdraw();
    registration.want();
    assertNull(registry.find(end.ends()));
  }
}
