package jfs.agent.programs;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Makes its first connections on a thread of a group and with a context class loader of its own, as
 * a container does for an application, which then goes. Says whether any thread stays in the group,
 * and whether the loader could be collected. For a line on standard input it interrupts every
 * thread but its own, and says so; for the next it sends bytes and says "exact".
 */
public final class Grouped {

  private static final int ROUNDS = 50;
  private static final int MOST_COLLECTIONS = 100;

  private Grouped() {}

  public static void main(String[] args) throws Exception {
    ThreadGroup group = new ThreadGroup("application");
    WeakReference<ClassLoader> loader = deploy(group);
    System.out.println("threads in the group: " + group.activeCount());
    for (int i = 0; i < MOST_COLLECTIONS && loader.get() != null; i++) {
      System.gc();
      Thread.sleep(20); // the collector takes its time
    }
    System.out.println("loader collected: " + (loader.get() == null));
    System.in.read();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread != Thread.currentThread() && thread.getName().startsWith("jfs-")) {
        thread.interrupt();
      }
    }
    System.out.println("interrupted");
    System.in.read();
    talk();
    System.out.println("exact");
    while (System.in.read() >= 0) {
      // Not yet.
    }
  }

  private static WeakReference<ClassLoader> deploy(ThreadGroup group) throws Exception {
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {Grouped.class.getProtectionDomain().getCodeSource().getLocation()},
            ClassLoader.getPlatformClassLoader());
    Runnable application =
        (Runnable)
            loader.loadClass(Application.class.getName()).getDeclaredConstructor().newInstance();
    Thread thread = new Thread(group, application);
    thread.setContextClassLoader(loader);
    thread.start();
    thread.join();
    return new WeakReference<>(loader);
  }

  /** Loaded by a loader of its own, too; a thread that it made would keep that loader. */
  public static final class Application implements Runnable {
    @Override
    public void run() {
      try {
        talk();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void talk() throws IOException {
    try (Loopback loop = new Loopback()) {
      for (int i = 0; i < ROUNDS; i++) {
        loop.client.getOutputStream().write(i);
        if (loop.server.getInputStream().read() != i) {
          throw new IOException("not the byte that was sent");
        }
      }
    }
  }
}
