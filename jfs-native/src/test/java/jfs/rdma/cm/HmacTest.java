package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.security.MessageDigest;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HmacTest {

  private static final int LONGEST = 200;

  /** With keys that are shorter and longer than a block, and of its length. */
  @Test
  void isThatOfTheJdk() throws Exception {
    Random random = new Random(1);
    for (int length = 1; length <= LONGEST; length++) {
      byte[] key = new byte[length];
      byte[] data = new byte[LONGEST - length];
      random.nextBytes(key);
      random.nextBytes(data);
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      Hmac own = new Hmac(key);
      MessageDigest begun = own.begin();
      begun.update(data);
      assertArrayEquals(mac.doFinal(data), own.end(begun), "with a key of " + length + " bytes");
    }
  }
}
