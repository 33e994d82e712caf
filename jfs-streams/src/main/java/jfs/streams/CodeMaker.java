package jfs.streams;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jfs.core.config.Log;
import jfs.core.runtime.ServiceThreads;

/**
 * Makes code for the classes whose objects a program serializes much, on one daemon thread, which
 * ends when there has been nothing to do for a while. Any thread may ask.
 *
 * <p>It is given plans of {@code java.io.JfsHot}: each supplies what its code is to do, and takes
 * the class file.
 */
public final class CodeMaker implements Consumer<Object>, Runnable {

  /** Where code is that need not be made. */
  public interface Files {

    /** Reads the class file of a class of JFS in {@code java.io}. */
    byte[] read(String name) throws IOException;
  }

  private static final long IDLE_SECONDS = 10;

  private final Files files;

  private final BlockingQueue<Object> asked = new LinkedBlockingQueue<>();

  /** Whether there is a thread. Guarded by this monitor. */
  private boolean running;

  /** Makes one without a thread. */
  public CodeMaker(Files files) {
    this.files = files;
  }

  @Override
  public void accept(Object plan) {
    asked.add(plan);
    synchronized (this) {
      if (!running) {
        boolean started = false;
        try {
          ServiceThreads.daemon(this, "jfs-streams").start();
          started = true;
        } finally {
          running = started;
          if (!started) {
            asked.clear(); // without a thread they would hold their classes
          }
        }
      }
    }
  }

  /** What the thread does. */
  @Override
  public void run() {
    boolean more = true;
    while (more) {
      try {
        more = serveOne();
      } catch (OutOfMemoryError e) {
        more = false;
        giveUp();
      }
    }
  }

  /** The program has used up its memory: forgets what was asked, which would hold classes. */
  private synchronized void giveUp() {
    asked.clear();
    running = false;
  }

  /** Serves one plan, and keeps nothing of it; returns false once the thread is to end. */
  private boolean serveOne() {
    try {
      Object plan = asked.poll(IDLE_SECONDS, TimeUnit.SECONDS);
      if (plan != null) {
        make(plan);
        return true;
      }
    } catch (InterruptedException e) {
      // Nobody knows this thread.
    }
    synchronized (this) {
      running = !asked.isEmpty();
      return running;
    }
  }

  @SuppressWarnings("unchecked") // see the class
  private void make(Object plan) {
    try {
      ((Consumer<byte[]>) plan).accept(code(((Supplier<Object[]>) plan).get()));
    } catch (IOException | RuntimeException | Error e) {
      Log.debug("no code for a class of object streams", e);
    }
  }

  private byte[] code(Object[] wanted) throws IOException {
    if (wanted[0] instanceof String name) {
      return files.read(name);
    }
    long bytes = (Long) wanted[2];
    Slot[] slots = new Slot[wanted.length - 3];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = Slot.of((Object[]) wanted[3 + i]);
    }
    boolean reads = (Boolean) wanted[0];
    return reads
        ? new ReadCode(bytes, slots, (Boolean) wanted[1]).toBytes()
        : new WriteCode(bytes, slots).toBytes();
  }
}
