package jfs.shm.control;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import jfs.core.config.Log;
import jfs.core.platform.JdkSelectors;
import jfs.core.runtime.RandomNumbers;
import jfs.core.runtime.ServiceThreads;

/**
 * This JVM's presence in the {@link RendezvousDirectory}: its name and its socket there, until it
 * exits.
 */
final class Presence {

  private static final int BACKLOG = 256;

  /**
   * Written by the manager's thread with the monitor held; read by that thread, or with the monitor
   * held.
   */
  private RendezvousDirectory place;

  private final String parent;
  private final LinkSelector selector;

  private final String name;

  /** This JVM has removed its files there, or is about to. Guarded by the monitor. */
  private boolean left;

  /** What else to do when the JVM exits, or null; written by the manager's thread. */
  private volatile Runnable last;

  /**
   * Opens the rendezvous directory.
   *
   * @param parent the value of the option {@code shm_dir}
   * @param selector is told when the JVM exits
   */
  Presence(String parent, LinkSelector selector) throws IOException {
    this.parent = parent;
    this.selector = selector;
    place = RendezvousDirectory.open(parent);
    name =
        RendezvousName.of(
            Files.readSymbolicLink(Path.of("/proc/self")).toString(), RandomNumbers.next());
    try {
      Runtime.getRuntime().addShutdownHook(ServiceThreads.daemon(new Leaving(), "jfs-shm-exit"));
    } catch (IllegalStateException e) {
      left = true; // the JVM is going down
      selector.exits();
    }
  }

  RendezvousDirectory place() {
    return place;
  }

  /** This JVM's name in the rendezvous directory. */
  String name() {
    return name;
  }

  /** Opens a socket that listens under this JVM's name. */
  ServerSocketChannel publish() throws IOException {
    ServerSocketChannel listener =
        JdkSelectors.provider().openServerSocketChannel(StandardProtocolFamily.UNIX);
    boolean published = false;
    try {
      listener.configureBlocking(false);
      whilePresent(new SocketMaker(listener));
      published = true;
    } finally {
      if (!published) {
        listener.close();
      }
    }
    return listener;
  }

  /**
   * Whether the socket still has its name. Other programs may have removed it, or the folder:
   * logind does so when the user's last session ends (RemoveIPC), and so do clean-up scripts.
   */
  boolean isPublished() throws IOException {
    return Files.exists(place.socket(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** Makes the folder again if necessary. */
  void reopen() throws IOException {
    RendezvousDirectory again = RendezvousDirectory.open(parent);
    synchronized (this) {
      place = again;
    }
  }

  /**
   * Makes a file in the rendezvous directory; fails if this JVM is about to leave, since the file
   * would stay.
   */
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

  private final class SocketMaker implements FileMaker<Path> {
    private final ServerSocketChannel listener;

    SocketMaker(ServerSocketChannel listener) {
      this.listener = listener;
    }

    @Override
    public Path make() throws IOException {
      // The socket listens before it gets its name: a JVM that is refused at that name takes this
      // one for dead.
      Path fresh = place.file(name + RendezvousName.FRESH);
      Files.deleteIfExists(fresh); // left by an attempt that lacked memory for what follows
      listener.bind(UnixDomainSocketAddress.of(fresh), BACKLOG);
      // The name may be left from an attempt to begin that failed.
      return Files.move(fresh, place.socket(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  synchronized boolean hasLeft() {
    return left;
  }

  /** Has the thread that runs at the JVM's exit do something before this JVM leaves. */
  void beforeLeaving(Runnable action) {
    last = action;
  }

  private final class Leaving implements Runnable {
    @Override
    public void run() {
      Runnable action = last;
      try {
        if (action != null) {
          action.run();
        }
      } finally {
        leave(); // also if there is no memory: the manager's thread must not wait for it
      }
    }
  }

  /** Removes this JVM's files. */
  private synchronized void leave() {
    left = true;
    try {
      place.sweep(name);
    } catch (IOException | RuntimeException e) {
      // A security manager that came later may forbid it. Other JVMs remove what is left.
      Log.debug("rendezvous directory not left", e);
    } catch (OutOfMemoryError e) {
      // Other JVMs do so, too, if the program has ended for lack of memory.
    } finally {
      selector.exits();
    }
  }
}
