package jfs.bench.host;

/** A benchmark that cannot go on; the message is for the user to read. */
public final class BenchException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public BenchException(String message) {
    super(message);
  }

  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
