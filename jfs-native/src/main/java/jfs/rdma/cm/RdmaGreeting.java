package jfs.rdma.cm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import jfs.core.transport.Reason;

/**
 * The private data of a request to connect and of an acceptance, in network order. The connection
 * manager pads what it carries with zeros.
 *
 * @param version the newest version that the sender speaks
 * @param oldest the oldest version that it speaks
 * @param clientPort the client's TCP port; the server's is the port of the request
 * @param nonce a random number
 * @param proof by the {@link ClusterKey}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, nor kept
record RdmaGreeting(int version, int oldest, int clientPort, byte[] nonce, byte[] proof) {

  /** The version of the protocol, and the oldest that is understood. */
  static final int VERSION = 2;

  static final int OLDEST = 2;

  /** The bytes of a random number. */
  static final int NONCE = 16;

  /**
   * The refusal by an end that lacks something now. The peer asks again, as for an end that is not
   * there yet.
   */
  static final byte[] AGAIN = refusal(Reason.NO_PEER.code());

  private static final short MAGIC = 0x4a46;
  private static final int SIZE = 6 + NONCE + ClusterKey.PROOF;
  private static final int LONGEST_CODE = 40;

  static RdmaGreeting ours(int clientPort, byte[] nonce, byte[] proof) {
    return new RdmaGreeting(VERSION, OLDEST, clientPort, nonce, proof);
  }

  /** A new random number. */
  static byte[] nonce(SecureRandom random) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    return nonce;
  }

  byte[] bytes() {
    return ByteBuffer.allocate(SIZE)
        .putShort(MAGIC)
        .put((byte) version)
        .put((byte) oldest)
        .putShort((short) clientPort)
        .put(nonce)
        .put(proof)
        .array();
  }

  /** Parses what a peer sent; null if that is not JFS's. */
  static RdmaGreeting of(byte[] data) {
    if (data.length < SIZE) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(data);
    if (buffer.getShort() != MAGIC) {
      return null;
    }
    int version = buffer.get() & 0xff;
    int oldest = buffer.get() & 0xff;
    int port = buffer.getShort() & 0xffff;
    byte[] nonce = new byte[NONCE];
    byte[] proof = new byte[ClusterKey.PROOF];
    buffer.get(nonce).get(proof);
    return new RdmaGreeting(version, oldest, port, nonce, proof);
  }

  /** Whether there is a version that both speak. */
  boolean isCompatible() {
    return oldest <= VERSION && version >= OLDEST;
  }

  /** The private data of a refusal. */
  static byte[] refusal(String code) {
    byte[] text = code.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(Short.BYTES + text.length).putShort(MAGIC).put(text).array();
  }

  /** The code in a refusal's private data; null if that is not JFS's. */
  static String refusalOf(byte[] data) {
    if (data.length < Short.BYTES || ByteBuffer.wrap(data).getShort() != MAGIC) {
      return null;
    }
    int end = Short.BYTES;
    while (end < data.length && data[end] > 0 && end < LONGEST_CODE) {
      end++;
    }
    return new String(Arrays.copyOfRange(data, Short.BYTES, end), StandardCharsets.US_ASCII);
  }
}
