package jfs.shm;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

/** Of an end that nobody looks for. */
class ShmRegistrationTest {

  private final Books books = Exchange.ofProcess().books();
  private final FakeEnd end = new FakeEnd(3, 4);
  private final ShmRegistration registration = new ShmRegistration(end);

  @Test
  void anEndIsEnteredOnceItIsWantedUntilItIsWithdrawn() {
    assertNull(books.find(end.ends()));
    registration.want();
    assertNotNull(books.find(end.ends()));
    registration.withdraw();
    assertNull(books.find(end.ends()));
  }

  @Test
  void anEndThatIsWithdrawnIsNotEnteredAnyMore() {
    registration.withdraw();
    registration.want();
    assertNull(books.find(end.ends()));
  }

  @Test
  void anEndThatIsWithdrawnIsNotEnteredAgain() {
    registration.want();
    registration.withdraw();
    registration.want();
    assertNull(books.find(end.ends()));
  }
}
