package jfs.core.proxy;

import java.io.IOException;

/** The connection to a proxy failed; another proxy may work. */
final class UnreachableProxyException extends IOException {

  private static final long serialVersionUID = 1;

  private final IOException why;

  UnreachableProxyException(IOException why) {
    super(why.getMessage(), why);
    this.why = why;
  }

  IOException why() {
    return why;
  }
}
