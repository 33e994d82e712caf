package jfs.bench.result;

/** A file that is not a report; the message is one line for the user to read. */
public final class BadReportException extends Exception {

  private static final long serialVersionUID = 1;

  public BadReportException(String message) {
    super(message);
  }

  public BadReportException(String message, Throwable cause) {
    super(message, cause);
  }
}
