package jfs.agent.programs.serial;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/** Serializes objects of a class of another loader, and waits until that loader is collected. */
public final class Unloading {

  private static final int MOST_COLLECTIONS = 100;

  /** Streams that live on, and have been reset. */
  private static ObjectOutputStream written;

  private static ObjectInputStream read;

  private Unloading() {}

  /** What is serialized. */
  public static final class Loaded implements Serializable {
    private int number = 3;
    private Loaded next;

    /** Makes a short list. */
    public Loaded() {}

    @Override
    public String toString() {
      return number + " " + next;
    }
  }

  /** The same; a stream knows more of a graph with objects of two classes. */
  @SuppressWarnings("UnusedVariable")
  public static final class Other implements Serializable {
    private int number = 4;

    /** Makes one. */
    public Other() {}
  }

  public static void main(String[] arguments) throws Exception {
    WeakReference<ClassLoader> loader = serialize(Path.of(arguments[0]).toUri().toURL());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(1);
    byte[] integer = bytes.toByteArray();
    for (int i = 0; i < MOST_COLLECTIONS && loader.get() != null; i++) {
      System.gc();
      // The JDK holds descriptions softly, and what it has lost of them until it looks again.
      fillMemory();
      read(integer, Unloading.class.getClassLoader());
    }
    System.out.println(loader.get() == null ? "collected" : "held");
    written.writeObject("last");
    System.out.println(read.available());
  }

  private static WeakReference<ClassLoader> serialize(URL place) throws Exception {
    ClassLoader loader = new URLClassLoader(new URL[] {place}, null);
    Class<?> type = Class.forName(Loaded.class.getName(), true, loader);
    Object[] objects = new Object[500]; // as often as makes a class hot
    for (int i = 0; i < objects.length; i++) {
      objects[i] = type.getConstructor().newInstance();
    }
    objects[1] = Class.forName(Other.class.getName(), true, loader).getConstructor().newInstance();
    for (int i = 0; i < 5; i++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(objects);
      }
      Object[] read = (Object[]) read(bytes.toByteArray(), loader);
      if (read[3].getClass() != type || !read[3].toString().equals("3 null")) {
        throw new IllegalStateException("read " + read[3]);
      }
    }
    keepStreams(objects, loader);
    return new WeakReference<>(loader);
  }

  private static void keepStreams(Object[] objects, ClassLoader loader) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    written = new ObjectOutputStream(bytes);
    written.writeObject(objects);
    written.reset();
    written.writeObject("after that");
    written.writeUnshared(new ArrayList<>(Arrays.asList(objects)));
    written.reset();
    written.writeObject("last");
    AtomicReference<ClassLoader> loaders = new AtomicReference<>(loader);
    read = in(bytes.toByteArray(), loaders);
    read.readObject();
    if (!read.readObject().equals("after that")) {
      throw new IllegalStateException("another text");
    }
    read.readUnshared();
    read.readObject();
    loaders.set(null);
  }

  private static Object read(byte[] bytes, ClassLoader loader) throws Exception {
    try (ObjectInputStream in = in(bytes, new AtomicReference<>(loader))) {
      return in.readObject();
    }
  }

  private static ObjectInputStream in(byte[] bytes, AtomicReference<ClassLoader> loader)
      throws IOException {
    return new ObjectInputStream(new BufferedInputStream(new ByteArrayInputStream(bytes))) {
      @Override
      protected Class<?> resolveClass(ObjectStreamClass description)
          throws IOException, ClassNotFoundException {
        return Class.forName(description.getName(), false, loader.get());
      }
    };
  }

  /** Softly held objects go before memory runs out. */
  private static void fillMemory() {
    try {
      byte[][] much = new byte[1 << 20][];
      for (int i = 0; i < much.length; i++) {
        much[i] = new byte[1 << 20];
      }
    } catch (OutOfMemoryError e) {
      // As it should be.
    }
  }
}
