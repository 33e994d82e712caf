package jfs.apps;

/** A process cannot go on because of another: it is gone, or does not do its part. */
public final class PeerException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** An exception that nothing else caused. */
  public PeerException(String message) {
    super(message);
  }

  /** An exception with what caused it. */
  public PeerException(String message, Throwable cause) {
    super(message, cause);
  }
}
