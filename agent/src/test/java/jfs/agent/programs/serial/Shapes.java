package jfs.agent.programs.serial;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;

/** Classes whose objects are serialized, one for each thing that a class may do about it. */
@SuppressWarnings({"unused", "FieldMayBeFinal"})
final class Shapes {

  private Shapes() {}

  /** Of a tree, or of any graph. */
  static class Node implements Serializable {
    private static final long serialVersionUID = 1;
    int value;
    Object left;
    Node right;
  }

  /** All kinds of primitive fields. */
  static class Primitives implements Serializable {
    boolean z;
    byte b;
    char c;
    short s;
    int i;
    float f;
    long j;
    double d;
    transient int unseen = 7;
  }

  /** Adds fields to those. */
  static class More extends Primitives {
    private long again;
    private String text;
    private int[] ints;
    final Object fixed;

    More(Object fixed) {
      this.fixed = fixed;
    }

    void set(long newAgain, String newText, int[] newInts) {
      again = newAgain;
      text = newText;
      ints = newInts;
    }
  }

  /** Has methods of its own that write and read more than the fields. */
  static class Custom implements Serializable {
    int kept;
    transient Object more;
    Node node;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeInt(kept);
      out.defaultWriteObject();
      out.writeObject(more);
      out.writeUTF("é" + kept);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      int before = in.readInt();
      in.defaultReadObject();
      more = in.readObject();
      if (!in.readUTF().equals("é" + before)) {
        throw new InvalidObjectException("another text");
      }
    }
  }

  /** Beneath one that has such methods. */
  static class BelowCustom extends Custom {
    Object own;
    double number;
  }

  /** Is written as something else, which is read as this again. */
  static class Replaced implements Serializable {
    final Object inside;

    Replaced(Object inside) {
      this.inside = inside;
    }

    private Object writeReplace() {
      return new Stand(inside);
    }
  }

  /** Stands for that. */
  static class Stand implements Serializable {
    private final Object inside;

    Stand(Object inside) {
      this.inside = inside;
    }

    private Object readResolve() {
      return new Replaced(inside);
    }
  }

  /** Does all by itself. */
  public static class External implements Externalizable {
    private int number;
    private Object object;

    /** For the stream. */
    public External() {}

    External(int number, Object object) {
      this.number = number;
      this.object = object;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(number);
      out.writeObject(object);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      number = in.readInt();
      object = in.readObject();
    }
  }

  /** A record. */
  record Pair(Object first, int second) implements Serializable {}

  /** An enum, with a constant that has a class. */
  enum Color {
    RED,
    GREEN {
      @Override
      boolean isGreen() {
        return true;
      }
    };

    boolean isGreen() {
      return false;
    }
  }

  /** What is beneath a proxy. */
  static class Handler implements InvocationHandler, Serializable {
    Object state;

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return 0;
    }
  }

  /** Says by itself which fields are written, one without sharing. */
  static class Declared implements Serializable {
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("shared", Object.class),
      new ObjectStreamField("alone", int[].class, true),
      new ObjectStreamField("number", int.class)
    };
    int number;
    Object shared;
    int[] alone;
    int unseen;
  }

  /** Has a constructor that runs when one is read. */
  static class Base {
    int base = 5;
  }

  static class WithBase extends Base implements Serializable {
    Object object;
  }

  /** Has a finalizer, which must be registered. */
  static class Finalized implements Serializable {
    int number;

    @Override
    @Deprecated
    @SuppressWarnings({"Finalize", "removal"})
    protected void finalize() {
      number++;
    }
  }

  /** Cannot be written. */
  static class NotSerializable {
    int number;
  }

  /** Fails at times while it is written. */
  static class Failing implements Serializable {
    int number;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      if (number % 3 == 0) {
        throw new IOException("fails by itself");
      }
      if (number % 3 == 1) {
        throw new IllegalStateException("fails at once");
      }
    }
  }

  /** What an older program wrote; the name is as long as that of the newer one. */
  static class Thing1 implements Serializable {
    private static final long serialVersionUID = 9;
    int same;
    long gone;
    Object goneToo;
    Object stays;
    String narrowed;
  }

  /** What a newer program makes of it. */
  static class Thing2 implements Serializable {
    private static final long serialVersionUID = 9;
    int added = 3;
    int same;
    Object stays;
    Object narrowed;
    Object addedToo = "set";
  }

  /** Has a class above it that an older program did not have. */
  static class Below1 extends Primitives {
    private static final long serialVersionUID = 10;
    Object here;
  }

  static class Middle extends Primitives {
    private static final long serialVersionUID = 11;
    int middle = 4;
  }

  static class Below2 extends Middle {
    private static final long serialVersionUID = 10;
    Object here;
  }

  /** No date, although it is one. */
  @SuppressWarnings("JavaUtilDate")
  static class Late extends Date {
    int by = 3;

    Late(long time) {
      super(time);
    }
  }

  /** The same for numbers. */
  static class Exact extends BigDecimal {
    int digits = 4;

    Exact(int value) {
      super(value);
    }
  }

  static class Wide extends BigInteger {
    int bits = 5;

    Wide(String digits) {
      super(digits);
    }
  }

  /** Writes a number, and then what that keeps from then on. */
  static class Unscaled implements Serializable {
    transient BigDecimal number;

    Unscaled(BigDecimal number) {
      this.number = number;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeObject(number);
      out.writeObject(number.unscaledValue());
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      number = (BigDecimal) in.readObject();
      Object unscaled = in.readObject();
      if (number != null && number.unscaledValue() != unscaled) {
        throw new InvalidObjectException("not the same");
      }
    }
  }
}
