package jfs.testing;

import jfs.core.transport.TransportKind;

/** Kinds for transports that exist only in tests: a near one, and one that reaches farther. */
public final class TestKinds {

  public static final TransportKind NEAR = new TransportKind("near", "Near", 1);
  public static final TransportKind FAR = new TransportKind("far", "Far", 2);

  private TestKinds() {}
}
