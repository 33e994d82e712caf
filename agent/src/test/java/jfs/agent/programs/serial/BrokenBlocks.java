package jfs.agent.programs.serial;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HexFormat;

/**
 * Writes objects whose classes write a part of a block and then fail, goes on writing, and prints
 * the bytes: what was written of the block stays in the stream, and the rest is in the same block.
 */
public final class BrokenBlocks {

  private static final int[] SIZES = {1, 4, 300, 1100};

  private BrokenBlocks() {}

  /** Writes so many bytes, and fails. */
  private static class Failing implements Serializable {
    private static final long serialVersionUID = 1;

    private final transient int size;

    Failing(int size) {
      this.size = size;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.write(new byte[size]);
      throw new IllegalStateException();
    }
  }

  /** Has one of those written in its place. */
  private static final class Replaced implements Serializable {
    private static final long serialVersionUID = 1;

    private final int size;

    Replaced(int size) {
      this.size = size;
    }

    private Object writeReplace() {
      return new Failing(size);
    }
  }

  /** Writes an object within a block, and goes on if that fails. */
  private static final class Tolerant implements Serializable {
    private static final long serialVersionUID = 1;

    private final transient Object within;

    Tolerant(Object within) {
      this.within = within;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeShort(7);
      writeAndGoOn(out, within);
    }
  }

  public static void main(String[] arguments) throws IOException {
    for (int size : SIZES) {
      print(size, new Failing(size));
      print(size, new Replaced(size));
      print(size, new Object[] {new Replaced(size)});
      print(size, new Tolerant(new Failing(size)));
      print(size, new Tolerant(new Replaced(size)));
    }
  }

  private static void print(int size, Object graph) throws IOException {
    for (boolean replaces : new boolean[] {false, true}) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ObjectOutputStream out =
          replaces ? new Outputs.Replacing(bytes) : new ObjectOutputStream(bytes);
      writeAndGoOn(out, graph);
      out.writeObject("end");
      out.flush();
      String what = size + " " + graph.getClass().getSimpleName() + " " + replaces;
      System.out.println(what + " " + HexFormat.of().formatHex(bytes.toByteArray()));
    }
  }

  private static void writeAndGoOn(ObjectOutputStream out, Object object) throws IOException {
    try {
      out.writeObject(object);
    } catch (IllegalStateException e) {
      out.writeInt(0x22222222);
    }
  }
}
