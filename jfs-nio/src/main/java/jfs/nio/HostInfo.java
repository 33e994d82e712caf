package jfs.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.Security;
import java.util.Locale;

/**
 * Whether messages may say which address they are about, as the JDK's own ask before they do: the
 * category {@code hostInfo} of the property {@code jdk.includeInExceptions}.
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

  /** JDKs with virtual threads leave timeouts as they are. */
  static IOException addToTimeout(IOException e, InetSocketAddress peer) {
    return WANTED && Versions.FEATURE < Versions.VIRTUAL_THREADS
        ? new SocketTimeoutException(e.getMessage() + ": " + peer)
        : e;
  }
}
