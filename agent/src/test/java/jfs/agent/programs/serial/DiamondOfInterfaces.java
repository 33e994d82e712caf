package jfs.agent.programs.serial;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;

/**
 * Asks whether an interface is remote that extends two others, which both extend the same two, and
 * so on: there are few interfaces, and 2 to the power of their levels ways to the last ones. For a
 * program that runs with {@code streams=on} and {@code java.io} open.
 */
public final class DiamondOfInterfaces {

  private static final int LEVELS = 40;
  private static final int MAGIC = 0xcafebabe;
  private static final int CLASS_VERSION = 52;
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int PUBLIC_INTERFACE = 0x601;

  private DiamondOfInterfaces() {}

  /** Makes an interface for each name: A40 extends A39 and B39. */
  private static final class Loader extends ClassLoader {
    Loader() {
      super(DiamondOfInterfaces.class.getClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) {
      int level = Integer.parseInt(name.substring(1));
      try {
        byte[] file =
            level == 0 ? classFile(name) : classFile(name, "A" + (level - 1), "B" + (level - 1));
        return defineClass(name, file, 0, file.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static byte[] classFile(String name, String... interfaces) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(MAGIC);
    out.writeInt(CLASS_VERSION);
    out.writeShort(1 + 2 * (2 + interfaces.length));
    writeClass(out, 1, name);
    writeClass(out, 3, "java/lang/Object");
    for (int i = 0; i < interfaces.length; i++) {
      writeClass(out, 5 + 2 * i, interfaces[i]);
    }
    out.writeShort(PUBLIC_INTERFACE);
    out.writeShort(2);
    out.writeShort(4);
    out.writeShort(interfaces.length);
    for (int i = 0; i < interfaces.length; i++) {
      out.writeShort(6 + 2 * i);
    }
    for (int i = 0; i < 3; i++) {
      out.writeShort(0); // no fields, methods, attributes
    }
    return bytes.toByteArray();
  }

  /** Writes a constant that is a class's name, and behind it the class. */
  private static void writeClass(DataOutputStream out, int index, String name) throws IOException {
    out.writeByte(UTF8);
    out.writeUTF(name);
    out.writeByte(CLASS);
    out.writeShort(index);
  }

  public static void main(String[] arguments) throws Exception {
    new ObjectOutputStream(OutputStream.nullOutputStream()); // from then on JFS's classes are there
    Method isRemote = Class.forName("java.io.JfsRmi").getDeclaredMethod("isRemote", Class.class);
    isRemote.setAccessible(true);
    System.out.println(isRemote.invoke(null, new Loader().loadClass("A" + LEVELS)));
  }
}
