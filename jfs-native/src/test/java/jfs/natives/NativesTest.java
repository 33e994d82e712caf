package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The JNI glue: every native method is there and converts what it should. */
class NativesTest {

  private static final int EINVAL = 22;

  @BeforeAll
  static void load() {
    Needed.require(NativeLibrary.isLoaded(), NativeLibrary.status().toString());
  }

  @Test
  void speaksTheSameContract() {
    assertEquals(Natives.CONTRACT, Natives.contract());
  }

  @Test
  void leavesTheArrayAloneIfItFails() {
    long[] values = {-4711, -4712};
    assertEquals(EINVAL, Natives.resourceLimit(-1, values));
    assertEquals(EINVAL, Natives.resourceLimit(99, values));
    assertArrayEquals(new long[] {-4711, -4712}, values);
  }

  @Test
  void survivesABadArray() {
    assertEquals(EINVAL, Natives.resourceLimit(0, null));
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Natives.resourceLimit(0, new long[1]));
  }

  @Test
  void findsNoAddressWhereThereIsNone() {
    assertEquals(0, Natives.address(null));
    assertEquals(0, Natives.address(ByteBuffer.allocate(8)));
  }

  @Test
  void survivesMissingArguments() {
    assertEquals(-EINVAL, Natives.unixSend(0, null, 0, 1, 0));
    assertEquals(-EINVAL, Natives.unixSend(0, ByteBuffer.allocate(8), 0, 1, 0));
    assertEquals(-EINVAL, Natives.unixReceive(0, null, 0, 1, new int[1]));
    assertEquals(-EINVAL, Natives.unixReceive(0, ByteBuffer.allocateDirect(8), 0, 1, null));
    assertEquals(-EINVAL, Natives.unixReceive(0, ByteBuffer.allocateDirect(8), 0, 1, new int[0]));
    assertEquals(-EINVAL, Natives.unixPeer(0, null));
  }

  @Test
  void refusesAddressesOfNoFamily() {
    long[] values = {-4711, -4712, -4713};
    byte[] four = new byte[4];
    assertEquals(-EINVAL, Natives.tcpFind(four, 1, four, 2, 0, null));
    assertEquals(-EINVAL, Natives.tcpFind(null, 1, four, 2, 0, values));
    assertEquals(-EINVAL, Natives.tcpFind(four, 1, null, 2, 0, values));
    assertEquals(-EINVAL, Natives.tcpFind(null, 1, null, 2, 0, values));
    assertEquals(-EINVAL, Natives.tcpFind(four, 1, new byte[16], 2, 0, values));
    assertEquals(-EINVAL, Natives.tcpFind(new byte[5], 1, new byte[5], 2, 0, values));
    assertEquals(-EINVAL, Natives.tcpFind(new byte[17], 1, new byte[17], 2, 0, values));
    assertArrayEquals(new long[] {-4711, -4712, -4713}, values);
  }
}
