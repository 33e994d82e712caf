package jfs.shm;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import jfs.core.config.Log;
import jfs.core.runtime.RandomNumbers;
import jfs.core.runtime.ServiceThreads;

/** A JVM's being in the {@link MeetingPlace}: its name and its socket there, until it exits. */
final class Presence {

  private static final int BACKLOG = 256;

  /** Written by the exchange's thread, with the monitor held; read by that or with it. */
  private MeetingPlace place;

  private final Exchange exchange;

  private final String name;

  /** This JVM has removed what it had there, or is about to. Guarded by the monitor. */
  private boolean left;

  Presence(Exchange exchange) throws IOException {
    this.exchange = exchange;
    place = MeetingPlace.open();
    name =
        MeetingName.of(
            Files.readSymbolicLink(Path.of("/proc/self")).toString(), RandomNumbers.next());
    try {
      Runtime.getRuntime().addShutdownHook(ServiceThreads.daemon(this::leave, "jfs-shm-exit"));
    } catch (IllegalStateException e) {
      left = true; // the JVM is going down
      exchange.exits();
    }
  }

  MeetingPlace place() {
    return place;
  }

  /** This JVM's name in the meeting place. */
  String name() {
    return name;
  }

  /** A socket that listens, under this JVM's name. */
  ServerSocketChannel publish() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    boolean published = false;
    try {
      listener.configureBlocking(false);
      // Listening before it has its name: who finds the name and is refused takes it for a dead
      // one's.
      Path fresh = place.file(name + MeetingName.FRESH);
      Path known = place.socket(name);
      whilePresent(
          () -> {
            listener.bind(UnixDomainSocketAddress.of(fresh), BACKLOG);
            // Its own name may be there, of a try to begin that came to nothing.
            return Files.move(fresh, known, StandardCopyOption.REPLACE_EXISTING);
          });
      published = true;
    } finally {
      if (!published) {
        listener.close();
      }
    }
    return listener;
  }

  /**
   * Whether the socket has its name still. Others may have removed it, or the folder: logind does,
   * when the user's last session ends (RemoveIPC), and so do scripts that clean up.
   */
  boolean isPublished() throws IOException {
    return Files.exists(place.socket(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** Makes the folder again. */
  void reopen() throws IOException {
    MeetingPlace again = MeetingPlace.open();
    synchronized (this) {
      place = again;
    }
  }

  /** Makes a file in the meeting place, or not if this JVM is about to leave: it would stay. */
  synchronized <T> T whilePresent(FileMaker<T> maker) throws IOException {
    if (left) {
      throw new IOException("the JVM is going down");
    }
    return maker.make();
  }

  /** Makes a file. */
  interface FileMaker<T> {
    T make() throws IOException;
  }

  synchronized boolean hasLeft() {
    return left;
  }

  /** Leaves nothing behind. */
  private synchronized void leave() {
    left = true;
    try {
      place.sweep(name);
    } catch (IOException | RuntimeException e) {
      // A security manager that came later may forbid it. Others sweep up what is left.
      Log.debug("meeting place not left: " + Log.describe(e));
    } catch (OutOfMemoryError e) {
      // They do that, too, if the program has ended for want of memory.
    } finally {
      exchange.exits();
    }
  }
}
