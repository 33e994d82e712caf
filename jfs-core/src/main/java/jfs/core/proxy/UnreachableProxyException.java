package jfs.core.proxy;

import java.io.IOException;

/** There is no connection to a proxy; another proxy may do. */
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
