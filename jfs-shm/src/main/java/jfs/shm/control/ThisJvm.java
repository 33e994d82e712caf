package jfs.shm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.wait.Futex;
import jfs.shm.memory.TransitBuffer;

/**
 * This JVM as its peers see it, and what its links have in common. Used by the manager's thread
 * alone.
 *
 * @param crossing whether it pairs with JVMs in other network namespaces
 * @param transit through which all frames pass; its content is valid only during one call
 */
record ThisJvm(
    Presence presence,
    HostIdentity host,
    Processors processors,
    boolean crossing,
    ByteBuffer transit) {

  /** Learns what it needs; where that fails, it can be repeated. */
  static ThisJvm of(Presence presence, boolean crossing) throws IOException {
    HostIdentity host = HostIdentity.current(); // first: it fails if there are no descriptors
    boolean canProve = crossing && HostServices.installed() != null;
    return new ThisJvm(presence, host, Processors.current(), canProve, transit(presence));
  }

  private static ByteBuffer transit(Presence presence) throws IOException {
    HostServices services = HostServices.installed();
    try {
      if (services != null) {
        return TransitBuffer.ofMemory(services);
      }
      Path path = presence.place().file(presence.name() + ".0" + RendezvousName.ARENA);
      return presence.whilePresent(new TransitMaker(path));
    } catch (IOException e) {
      Log.debug("no mapped memory for links", e);
      return TransitBuffer.ordinary();
    }
  }

  private record TransitMaker(Path path) implements Presence.FileMaker<ByteBuffer> {
    @Override
    public ByteBuffer make() throws IOException {
      return TransitBuffer.ofFile(path);
    }
  }

  String name() {
    return presence.name();
  }

  /**
   * What it says when a link begins.
   *
   * @param descriptors whether descriptors may be sent to it over this link
   */
  LinkGreeting greeting(boolean descriptors) {
    return new LinkGreeting(
        Futex.installed() != null, descriptors, crossing, name(), host, processors);
  }
}
