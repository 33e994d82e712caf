package jfs.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.Security;
import java.util.Locale;

/**
 * Whether exception messages may name the address that they are about. As in the JDK, that depends
 * on the category {@code hostInfo} of the property {@code jdk.includeInExceptions}.
 */
final class HostInfo {

  private static final boolean WANTED = isWanted();

  private HostInfo() {}

  private static boolean isWanted() {
    String property = "jdk.includeInExceptions";
    String categories = System.getProperty(property, Security.getProperty(property));
    if (categories != null) {
      for (String category : categories.split(",", -1)) {
        if (category.trim().toLowerCase(Locale.ROOT).equals("hostinfo")) {
          return true;
        }
      }
    }
    return false;
  }

  static IOException addTo(SocketException e, InetSocketAddress peer) {
    return WANTED ? new SocketException(e.getMessage() + ": " + peer) : e;
  }

  /** JDKs with virtual threads do not add the address to timeouts. */
  static IOException addToTimeout(IOException e, InetSocketAddress peer) {
    return WANTED && Versions.FEATURE < Versions.VIRTUAL_THREADS
        ? new SocketTimeoutException(e.getMessage() + ": " + peer)
        : e;
  }
}
