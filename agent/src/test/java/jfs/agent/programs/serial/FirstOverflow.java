package jfs.agent.programs.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Reads a list that is too long for the stack before anything else has failed, and writes one, with
 * at its end what was not written before; then goes on with short ones. Takes {@code read} or
 * {@code write}.
 */
public final class FirstOverflow {

  private static final int SHORT = 3;
  private static final int LONG = 100_000;

  /** More arrays within arrays than fit onto the stack. */
  private static final int DEEPEST = 20_000;

  private static final int STACK_BYTES = 512 * 1024;

  private static final class Node implements Serializable {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("unused") // but by the stream
    private Node next;
  }

  private FirstOverflow() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("read")) {
      byte[] few = zipped(SHORT);
      byte[] many = zippedLong();
      System.out.println(read(many)); // first: an end of file is an exception, too
      System.out.println(read(few));
    } else {
      // What the JDK itself initialises late.
      System.out.println(written(nest(SHORT, null)));
      System.out.println(ObjectStreamClass.lookup(int[].class).getSerialVersionUID());
      Thread deep = new Thread(null, FirstOverflow::writeDeep, "deep", STACK_BYTES);
      deep.start();
      deep.join();
      System.out.println(written(new int[LONG]));
    }
  }

  private static byte[] zipped(int objects) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(new GZIPOutputStream(bytes))) {
      for (int i = 0; i < objects; i++) {
        out.writeObject(new Node());
      }
    }
    return bytes.toByteArray();
  }

  /** One list: each node is the object that the one before refers to. */
  private static byte[] zippedLong() throws Exception {
    byte[][] bytes = new byte[1][];
    Thread thread =
        new Thread(
            null,
            () -> {
              Node first = null;
              for (int i = 0; i < LONG; i++) {
                Node node = new Node();
                node.next = first;
                first = node;
              }
              ByteArrayOutputStream zipped = new ByteArrayOutputStream();
              try (ObjectOutputStream out = new ObjectOutputStream(new GZIPOutputStream(zipped))) {
                out.writeObject(first);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              bytes[0] = zipped.toByteArray();
            },
            "long",
            1L << 30);
    thread.start();
    thread.join();
    return bytes[0];
  }

  /** What comes of reading all objects of a stream. */
  private static String read(byte[] zipped) {
    int objects = 0;
    try (ObjectInputStream in =
        new ObjectInputStream(new GZIPInputStream(new ByteArrayInputStream(zipped)))) {
      while (true) {
        in.readObject();
        objects++;
      }
    } catch (EOFException e) {
      return objects + " objects";
    } catch (IOException | ClassNotFoundException | Error e) {
      return objects + " objects, then " + e.getClass().getName();
    }
  }

  /** From too deep up to what fits, so that the stack overflows at any place. */
  private static void writeDeep() {
    int fits = DEEPEST;
    while (!writes(fits)) {
      fits = fits * 9 / 10;
    }
    String result = "";
    for (int depth = fits * 10 / 9; depth > 0 && !result.equals("written"); depth--) {
      String now = written(nest(depth, new int[LONG / SHORT]));
      if (!now.equals(result)) {
        System.out.println(now);
        result = now;
      }
    }
  }

  private static boolean writes(int depth) {
    return written(nest(depth, null)).equals("written");
  }

  private static Object nest(int depth, Object innermost) {
    Object nest = innermost;
    for (int i = 0; i < depth; i++) {
      nest = new Object[] {nest};
    }
    return nest;
  }

  private static String written(Object object) {
    try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      out.writeObject(object);
      return "written";
    } catch (IOException | Error e) {
      return e.getClass().getName();
    }
  }
}
