package jfs.agent.programs.serial;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.io.Serializable;
import java.nio.ByteBuffer;

/**
 * Reads streams that refer to what is not there, or that broke off, by classes that go on after
 * that. Prints what comes of it: an error of the JDK's own, or an index that is out of bounds.
 */
public final class WrongHandles {

  private static final int[] OBJECTS_BEFORE_RESET = {0, 15, 200, 5000};
  private static final int[] OBJECTS = {1, 8, 15, 30, 120};
  private static final int[] HANDLES = {
    -5, 12, 20, 21, 40, 43, 50, 80, 90, 103, 110, 124, 170, 180, 300, 350, 360, 479, 490, 700, 900,
    5600, 5700, 11_300, 20_000, 1 << 30
  };

  /** The handle of the first string of an array that comes first in a stream. */
  private static final int FIRST = 2;

  private static Step step;

  private WrongHandles() {}

  /** What a class does after it could not read its fields. */
  private enum Step {
    RETURN,
    READ,
    READ_UNSHARED,
    READ_TWICE,
    FAIL
  }

  /** Reads its fields, and goes on if a reference is wrong. */
  private static final class Careless implements Serializable {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("UnusedVariable") // the stream has it
    private final Object field;

    private final transient Object[] more;

    Careless(Object field, Object... more) {
      this.field = field;
      this.more = more;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      for (Object object : more) {
        out.writeObject(object);
      }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      try {
        in.defaultReadObject();
      } catch (IOException e) {
        System.out.print(Thrown.of(e));
        goOn(in, e);
      }
    }

    private static void goOn(ObjectInputStream in, IOException thrown)
        throws IOException, ClassNotFoundException {
      switch (step) {
        case RETURN -> {}
        case READ -> in.readObject();
        case READ_UNSHARED -> in.readUnshared();
        case READ_TWICE -> {
          try {
            in.readObject();
          } catch (RuntimeException | InternalError e) {
            System.out.print(Thrown.of(e));
          }
          in.readObject();
        }
        default -> throw thrown;
      }
    }
  }

  /** Writes an object in a block, and reads none if that fails. */
  private static final class Swallowing implements Serializable {
    private static final long serialVersionUID = 1;

    private final transient Object within;

    Swallowing(Object within) {
      this.within = within;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeObject(within);
    }

    private void readObject(ObjectInputStream in) throws ClassNotFoundException {
      try {
        in.readObject();
      } catch (IOException e) {
        System.out.print(Thrown.of(e));
      }
    }
  }

  /** Something that does not get into a stream. */
  private static final class Unwritable {}

  /** Beneath it, reading breaks off. */
  @SuppressWarnings("UnusedVariable") // the stream has them
  private static final class Outer implements Serializable {
    private static final long serialVersionUID = 1;

    private final Object first;
    private final Object second = null;

    Outer(Object first) {
      this.first = first;
    }
  }

  public static void main(String[] arguments) throws Exception {
    for (Step each : Step.values()) {
      step = each;
      for (int before : OBJECTS_BEFORE_RESET) {
        for (int objects : OBJECTS) {
          byte[] bytes = write(before, objects);
          for (int handle : HANDLES) {
            readAll(step + " " + before + " " + objects + " " + handle, wrong(bytes, handle));
          }
        }
      }
    }
    step = Step.RETURN;
    readAll("broken off", brokenOff());
    readAll("beneath a proxy that is not there", beneathProxy());
  }

  /** An Integer, of which the stream says that it extends a proxy, and strings. */
  private static byte[] beneathProxy() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(ObjectStreamConstants.STREAM_MAGIC);
    out.writeShort(ObjectStreamConstants.STREAM_VERSION);
    out.writeByte(ObjectStreamConstants.TC_CLASSDESC);
    out.writeUTF("java.lang.Integer");
    out.writeLong(ObjectStreamClass.lookup(Integer.class).getSerialVersionUID());
    out.writeByte(ObjectStreamConstants.SC_SERIALIZABLE);
    out.writeShort(1);
    out.writeByte('I');
    out.writeUTF("value");
    out.writeByte(ObjectStreamConstants.TC_ENDBLOCKDATA);
    out.writeByte(ObjectStreamConstants.TC_PROXYCLASSDESC);
    out.writeInt(1);
    out.writeUTF("no.Such");
    out.writeByte(ObjectStreamConstants.TC_ENDBLOCKDATA);
    out.writeByte(ObjectStreamConstants.TC_NULL);
    out.writeByte(ObjectStreamConstants.TC_OBJECT);
    out.writeByte(ObjectStreamConstants.TC_REFERENCE);
    out.writeInt(ObjectStreamConstants.baseWireHandle);
    for (String string : new String[] {"x", "y"}) {
      out.writeByte(ObjectStreamConstants.TC_STRING);
      out.writeUTF(string);
    }
    return bytes.toByteArray();
  }

  private static byte[] write(int before, int objects) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    out.writeObject(strings(before));
    out.reset();
    Object[] all = strings(objects + 1);
    all[objects] = new Careless(all[0], "more", strings(70));
    out.writeObject(all);
    out.writeObject("last");
    out.flush();
    return bytes.toByteArray();
  }

  private static Object[] strings(int count) {
    Object[] strings = new Object[count];
    for (int i = 0; i < count; i++) {
      strings[i] = "string " + i;
    }
    return strings;
  }

  /** The same, but that the one reference to a string is another one. */
  private static byte[] wrong(byte[] bytes, int handle) {
    ByteBuffer copy = ByteBuffer.wrap(bytes.clone());
    int at = bytes.length - 5;
    while (copy.get(at) != ObjectStreamConstants.TC_REFERENCE
        || copy.getInt(at + 1) != ObjectStreamConstants.baseWireHandle + FIRST) {
      at--;
    }
    copy.putInt(at + 1, ObjectStreamConstants.baseWireHandle + handle);
    return copy.array();
  }

  /** One whose class goes on where writing failed, which has reset all handles. */
  private static byte[] brokenOff() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    out.writeObject(new Outer(null));
    try {
      out.writeObject(new Outer(new Swallowing(new Unwritable())));
    } catch (NotSerializableException e) {
      System.out.println("written " + Thrown.of(e));
    }
    out.flush();
    bytes.write(ObjectStreamConstants.TC_ENDBLOCKDATA);
    bytes.write(ObjectStreamConstants.TC_NULL);
    return bytes.toByteArray();
  }

  private static void readAll(String what, byte[] bytes) throws IOException {
    for (int size : new int[] {0, 100, 1 << 14}) {
      InputStream beneath = new ByteArrayInputStream(bytes);
      ObjectInputStream in =
          new ObjectInputStream(size == 0 ? beneath : new BufferedInputStream(beneath, size));
      System.out.print(what + ": ");
      for (int i = 0; i < 4; i++) {
        System.out.print(next(in) + " ");
      }
      System.out.println();
    }
  }

  private static String next(ObjectInputStream in) {
    try {
      return in.readObject().getClass().getSimpleName();
    } catch (IOException | ClassNotFoundException | RuntimeException | InternalError e) {
      return Thrown.of(e);
    }
  }
}
