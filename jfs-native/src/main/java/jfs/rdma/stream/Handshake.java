package jfs.rdma.stream;

/**
 * What the peer has said before the commit and the reactor has not looked at yet. The thread that
 * polls writes it, with the lock of {@link RdmaConnection} held; the reactor's thread takes it.
 * What comes between the two is found at the reactor's next look.
 */
public final class Handshake {

  private volatile boolean greeted;
  private volatile byte[] proof;
  private volatile String refusal;

  /** The peer's HELLO has come. */
  void greeted() {
    greeted = true;
  }

  /** The peer's proof has come; it is to come before its HELLO. */
  void proved(byte[] newProof) {
    proof = newProof;
  }

  /** There will be no transport, for this reason. */
  void refused(String code) {
    refusal = code;
  }

  /** Whether the peer's HELLO has come since the last call. */
  public boolean takeGreeted() {
    boolean taken = greeted;
    greeted = false;
    return taken;
  }

  /** The peer's proof, once; null if none has come since the last call. */
  public byte[] takeProof() {
    byte[] taken = proof;
    proof = null;
    return taken;
  }

  /** Why the peer refuses to go on, or null. */
  public String refusal() {
    return refusal;
  }
}
