package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LocalAddressesTest {

  private static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

  /** Times may wrap around. */
  private static final long START = Long.MAX_VALUE;

  private final LocalAddresses addresses = new LocalAddresses();

  @Test
  void nothingIsHeldAgainstAnAddressThatNobodyAskedFor() {
    assertTrue(addresses.isToBeAsked(ADDRESS, START));
    assertFalse(addresses.isKnownToLack(ADDRESS));
  }

  @Test
  void anAnswerIsRemembered() {
    addresses.answered(ADDRESS, false, START);
    assertFalse(addresses.isToBeAsked(ADDRESS, START + TimeUnit.SECONDS.toNanos(30)));
    assertTrue(addresses.isKnownToLack(ADDRESS));
  }

  @Test
  void anOldAnswerHoldsUntilThereIsANewOne() {
    addresses.answered(ADDRESS, false, START);
    long later = START + TimeUnit.SECONDS.toNanos(31);
    assertTrue(addresses.isToBeAsked(ADDRESS, later));
    assertTrue(addresses.isKnownToLack(ADDRESS));
    addresses.answered(ADDRESS, true, later);
    assertFalse(addresses.isKnownToLack(ADDRESS));
  }
}
