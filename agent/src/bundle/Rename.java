import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Copies a class file with some strings of its constant pool replaced: names, and parts of
 * descriptors. Each must be there. The build runs this: {@code java Rename.java FROM TO OLD=NEW...}.
 */
final class Rename {

  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;

  /** Which of the arguments were. */
  private static boolean[] found;

  private Rename() {}

  public static void main(String[] arguments) throws IOException {
    found = new boolean[arguments.length];
    byte[] classFile = Files.readAllBytes(Path.of(arguments[0]));
    Path to = Path.of(arguments[1]);
    Files.createDirectories(to.getParent());
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        DataOutputStream out = new DataOutputStream(Files.newOutputStream(to))) {
      out.writeLong(in.readLong()); // magic, versions
      int entries = in.readUnsignedShort();
      out.writeShort(entries);
      for (int i = 1; i < entries; i++) {
        int tag = in.readUnsignedByte();
        out.writeByte(tag);
        if (tag == UTF8) {
          out.writeUTF(renamed(in.readUTF(), arguments));
        } else {
          out.write(in.readNBytes(sizeOf(tag)));
        }
        if (tag == LONG || tag == DOUBLE) {
          i++; // takes two entries
        }
      }
      in.transferTo(out);
    }
    for (int i = 2; i < arguments.length; i++) {
      if (!found[i]) {
        System.err.println(arguments[0] + " has no " + arguments[i]);
        System.exit(1);
      }
    }
  }

  private static String renamed(String text, String[] arguments) {
    for (int i = 2; i < arguments.length; i++) {
      String[] pair = arguments[i].split("=", 2);
      boolean type = pair[0].startsWith("L");
      if (type && text.contains(pair[0]) || text.equals(pair[0])) {
        found[i] = true;
        return text.replace(pair[0], pair[1]);
      }
    }
    return text;
  }

  private static int sizeOf(int tag) {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 2;
      case 15 -> 3;
      case LONG, DOUBLE -> 8;
      default -> 4;
    };
  }
}
