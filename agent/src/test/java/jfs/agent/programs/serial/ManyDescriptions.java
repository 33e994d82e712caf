package jfs.agent.programs.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads many streams, of classes whose objects the JDK has to make, and of one class that its peers
 * describe in turn as it is here, with a field that is not here, and with another one. Prints what
 * it has read.
 */
public final class ManyDescriptions {

  /** How many streams of each kind it reads. */
  public static final int STREAMS = 300;

  private ManyDescriptions() {}

  /** Has a constructor that the JDK runs for objects of its subclass. */
  static class Base {
    final int made;

    Base() {
      made = 3;
    }
  }

  /** Objects that are made by a constructor. */
  static final class Derived extends Base implements Serializable {
    private static final long serialVersionUID = 1;

    int number = 4;

    @Override
    public String toString() {
      return made + " " + number;
    }
  }

  /** Objects with a finalizer. */
  @SuppressWarnings({"deprecation", "removal", "Finalize"})
  static final class Finalized implements Serializable {
    private static final long serialVersionUID = 1;

    int number = 5;

    @Override
    protected void finalize() {}

    @Override
    public String toString() {
      return "finalized " + number;
    }
  }

  /** The class as it is here. */
  static final class Thing0 implements Serializable {
    private static final long serialVersionUID = 1;

    int number;
    String text = "zero";

    @Override
    public String toString() {
      return number + " " + text;
    }
  }

  /** The class of a peer that has a field more. */
  @SuppressWarnings("UnusedVariable") // the stream has them
  static final class Thing1 implements Serializable {
    private static final long serialVersionUID = 1;

    private final int number = 1;
    private final String text = "one";
    private final long more = 11;
  }

  /** The class of a peer that has another field more, and one less. */
  @SuppressWarnings("UnusedVariable") // the stream has them
  static final class Thing2 implements Serializable {
    private static final long serialVersionUID = 1;

    private final int number = 2;
    private final Object other = "other";
  }

  public static void main(String[] arguments) throws Exception {
    List<byte[]> streams = new ArrayList<>();
    for (Class<?> type :
        List.of(Derived.class, Finalized.class, Thing0.class, Thing1.class, Thing2.class)) {
      streams.add(write(type));
    }
    for (int i = 0; i < STREAMS; i++) {
      StringBuilder said = new StringBuilder();
      for (byte[] stream : streams) {
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(stream));
        for (Object read : (Object[]) in.readObject()) {
          said.append(read).append(", ");
        }
      }
      System.out.println(said);
    }
  }

  /** Of the first object the JDK reads the description. */
  private static byte[] write(Class<?> type) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Object[] both = new Object[2];
    for (int i = 0; i < both.length; i++) {
      both[i] = type.getDeclaredConstructor().newInstance();
    }
    new ObjectOutputStream(bytes).writeObject(both);
    String text = bytes.toString(StandardCharsets.ISO_8859_1);
    return text.replaceAll("Thing[12]", "Thing0").getBytes(StandardCharsets.ISO_8859_1);
  }
}
