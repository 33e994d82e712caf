package jfs.rdma;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA-256 (RFC 2104) with one key. Not {@code javax.crypto.Mac}: that reads its policy through
 * a file channel when it is first used, which takes direct memory, and where the program has left
 * none its classes fail for good, for the program too.
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

  /** Begins a code: what it is of is added to this. */
  MessageDigest begin() {
    MessageDigest digest = sha256();
    digest.update(inner);
    return digest;
  }

  /** The code of what was added. */
  byte[] end(MessageDigest begun) {
    byte[] digest = begun.digest();
    begun.update(outer);
    return begun.digest(digest);
  }
}
