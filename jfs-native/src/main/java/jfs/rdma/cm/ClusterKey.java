package jfs.rdma.cm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import jfs.core.transport.FourTuple;
import jfs.rdma.stream.Message;
import jfs.rdma.verbs.SmallFile;

/**
 * A secret that the JVMs of a cluster share, and by which the two ends of a connection authenticate
 * each other. The port numbers of the connection manager are not those of TCP: where others use the
 * same fabric, any process could listen at the number of a TCP server and answer in its place.
 *
 * <p>Each end proves that it holds the key by an HMAC (RFC 2104, SHA-256) of the connection's
 * addresses and of random numbers of both ends; the client first.
 */
public final class ClusterKey {

  /** The bytes of a proof. */
  static final int PROOF = Message.PROOF_SIZE;

  private static final int LEAST = 16;
  private static final byte[] NONE = new byte[PROOF];

  /** Null without a key: then proofs are zeros, and only an end without a key accepts them. */
  private final Hmac key;

  private ClusterKey(Hmac key) {
    this.key = key;
  }

  /** No key. */
  static ClusterKey none() {
    return new ClusterKey(null);
  }

  /**
   * Reads the key from a file: all of its bytes but white space at its end.
   *
   * @throws IOException if the file cannot be read, is no regular one, or holds fewer than 16 bytes
   *     or more than 64 KiB
   */
  public static ClusterKey of(Path file) throws IOException {
    byte[] bytes = SmallFile.bytes(file);
    int length = bytes.length;
    while (length > 0 && Character.isWhitespace(bytes[length - 1])) {
      length--;
    }
    if (length < LEAST) {
      throw new IOException(file + ": a key has " + LEAST + " bytes or more");
    }
    return new ClusterKey(new Hmac(Arrays.copyOf(bytes, length)));
  }

  /**
   * The proof that an end holds the key.
   *
   * @param role what the end proves itself as
   * @param ends the addresses as the client sees them
   */
  byte[] proof(String role, FourTuple ends, byte[]... nonces) {
    if (key == null) {
      return NONE.clone();
    }
    MessageDigest mac = key.begin();
    mac.update(("jfs-rdma " + role).getBytes(StandardCharsets.US_ASCII));
    mac.update(ends.localAddress().getAddress());
    mac.update(ends.remoteAddress().getAddress());
    mac.update(
        ByteBuffer.allocate(4)
            .putShort((short) ends.localPort())
            .putShort((short) ends.remotePort())
            .flip());
    for (byte[] nonce : nonces) {
      mac.update(nonce);
    }
    return Arrays.copyOf(key.end(mac), PROOF);
  }

  /**
   * Whether a proof is right. The time that this takes does not depend on where the proof is wrong.
   */
  boolean holds(byte[] proof, String role, FourTuple ends, byte[]... nonces) {
    return MessageDigest.isEqual(proof, proof(role, ends, nonces));
  }
}
