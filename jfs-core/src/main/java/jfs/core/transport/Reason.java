package jfs.core.transport;

import java.util.regex.Pattern;

/**
 * Why a connection stays on TCP.
 *
 * @param code a stable kebab-case code: scripts match it, so a code once released keeps its meaning
 */
public record Reason(String code) {

  private static final Pattern KEBAB_CASE = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  /** No fast transport is installed in this JVM. */
  public static final Reason NO_TRANSPORT = new Reason("no-transport");

  /** A transport's provider failed when it was asked; its exception is in the log. */
  public static final Reason PROVIDER_FAILED = new Reason("provider-failed");

  /** Nothing spoke against a fast transport, but the connection was never switched over to one. */
  public static final Reason UNPAIRED = new Reason("unpaired");

  public Reason {
    if (!KEBAB_CASE.matcher(code).matches()) {
      throw new IllegalArgumentException("not a kebab-case code: '" + code + "'");
    }
  }

  @Override
  public String toString() {
    return code;
  }
}
