package jfs.core.host;

import java.io.IOException;
import jfs.core.config.Log;
import jfs.core.wait.SelectorEventFd;

/**
 * The eventfds of this JVM's selectors. They stay open as long as it lives, since peers have them,
 * too. A selector that closes leaves its own to the next one. A peer's thread that is late then
 * wakes that one for nothing. Any thread may call.
 */
public final class SelectorEventFds {

  /** Those that no selector uses. Guarded by the class's monitor, as are the next two fields. */
  private static final SelectorEventFd[] FREE = new SelectorEventFd[SelectorEventFd.MOST];

  private static int free;
  private static int made;

  private SelectorEventFds() {}

  /** One that no other selector uses; null if all are in use, or none can be made now. */
  public static synchronized SelectorEventFd take() {
    if (free > 0) {
      return FREE[--free];
    }
    HostServices services = HostServices.installed();
    if (services == null || made == SelectorEventFd.MOST) {
      return null;
    }
    try {
      SelectorEventFd fresh = new SelectorEventFd(made, services.createEventFd());
      made++;
      return fresh;
    } catch (IOException e) {
      Log.debug("no eventfd", e);
      return null;
    }
  }

  /** Its selector was closed. */
  public static synchronized void giveBack(SelectorEventFd eventFd) {
    FREE[free++] = eventFd;
  }
}
