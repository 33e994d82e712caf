package jfs.rdma.cm;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA-256 (RFC 2104) with one key. Not {@code javax.crypto.Mac}: at its first use that reads
 * its policy through a file channel, which takes direct memory. Where the program has left none,
 * the initialization of its classes fails for good, for the program too.
 */
final class Hmac {

  /** Of SHA-256, in bytes. */
  private static final int BLOCK = 64;

  private static final int INNER = 0x36;
  private static final int OUTER = 0x5c;

  private final byte[] inner;
  private final byte[] outer;

  /** With a key of any length. */
  Hmac(byte[] key) {
    byte[] block = Arrays.copyOf(key.length > BLOCK ? sha256().digest(key) : key, BLOCK);
    inner = with(INNER, block);
    outer = with(OUTER, block);
  }

  private static byte[] with(int pad, byte[] block) {
    byte[] padded = new byte[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      padded[i] = (byte) (block[i] ^ pad);
    }
    return padded;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  /** Begins a code: the caller adds the data to the digest that this returns. */
  MessageDigest begin() {
    MessageDigest digest = sha256();
    digest.update(inner);
    return digest;
  }

  /** The code of the data that were added. */
  byte[] end(MessageDigest begun) {
    byte[] digest = begun.digest();
    begun.update(outer);
    return begun.digest(digest);
  }
}
