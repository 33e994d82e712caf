package jfs.core.transport;

/**
 * Why a connection stays on TCP.
 *
 * @param code a stable kebab-case code: scripts match it, so a code once released keeps its meaning
 */
public record Reason(String code) {

  /** No fast transport is installed in this JVM. */
  public static final Reason NO_TRANSPORT = new Reason("no-transport");

  /** A transport's provider failed when it was asked; its exception is in the log. */
  public static final Reason PROVIDER_FAILED = new Reason("provider-failed");

  /** Nothing spoke against a fast transport, but the connection was never switched over to one. */
  public static final Reason UNPAIRED = new Reason("unpaired");

  public Reason {
    if (!isKebabCase(code)) {
      throw new IllegalArgumentException("not a kebab-case code: '" + code + "'");
    }
  }

  /** Lower-case letters and digits in words with one hyphen between. */
  private static boolean isKebabCase(String text) {
    char before = '-';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean wordy = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!wordy && (c != '-' || before == '-')) {
        return false;
      }
      before = c;
    }
    return before != '-';
  }

  @Override
  public String toString() {
    return code;
  }
}
