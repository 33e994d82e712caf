package jfs.agent.programs.serial;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Has two threads use one object stream without a lock, for some seconds. They get nonsense and
 * exceptions, or go round in a circle for ever, as ever; but the JVM lives.
 */
public final class SharedStreams {

  private static final int ROUNDS = 4;
  private static final long ROUND_MILLIS = 1000;
  private static final int OBJECTS = 2_000;

  private SharedStreams() {}

  /** Bytes that, taken for references, lead nowhere. */
  @SuppressWarnings("unused") // but written
  private static final class Longs implements Serializable {
    private static final long serialVersionUID = 1;
    long a = 0x4141414141414141L;
    long b = a;
    long c = a;
    long d = a;
    long e = a;
  }

  @SuppressWarnings("unused") // but written
  private static final class References implements Serializable {
    private static final long serialVersionUID = 1;
    Object a;
    Object b;
    Object c;
    Object d;
    Object e;
    Object f;
    Object g;
    Object h;
    Object i;
    Object j;
  }

  private static volatile ObjectOutputStream out;
  private static volatile byte[] written;

  public static void main(String[] args) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream all = new ObjectOutputStream(bytes)) {
      for (int i = 0; i < 20 * OBJECTS; i++) {
        all.writeObject(new Longs());
      }
    }
    written = bytes.toByteArray();
    for (int i = 0; i < ROUNDS; i++) {
      anew();
      use(() -> write(Longs::new), () -> write(References::new));
    }
    System.out.println("written");
    for (int i = 0; i < ROUNDS; i++) {
      use(SharedStreams::read, () -> {});
    }
    System.out.println("read");
    System.exit(0);
  }

  private static void use(Runnable one, Runnable other) throws InterruptedException {
    Thread first = daemon(one);
    Thread second = daemon(other);
    first.join(2 * ROUND_MILLIS);
    second.join(ROUND_MILLIS);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static boolean isOver(long start) {
    return System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS);
  }

  private static void anew() {
    try {
      out = new ObjectOutputStream(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Supplier<Object> object) {
    long start = System.nanoTime();
    while (!isOver(start)) {
      Object[] array = new Object[OBJECTS];
      for (int i = 0; i < array.length; i++) {
        array[i] = object.get();
      }
      try {
        out.writeObject(array);
      } catch (IOException | RuntimeException | Error e) {
        anew();
      }
    }
  }

  /** One object in some hundred lies across the end of the buffer. */
  private static void read() {
    long start = System.nanoTime();
    while (!isOver(start)) {
      try {
        ObjectInputStream in =
            new ObjectInputStream(
                new BufferedInputStream(new ByteArrayInputStream(written), 1 << 14));
        Thread other = daemon(() -> readAll(in));
        readAll(in);
        other.join(ROUND_MILLIS);
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void readAll(ObjectInputStream in) {
    try {
      while (in.readObject() != null) {
        // Goes on.
      }
    } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
      // The end, or nonsense.
    }
  }
}
