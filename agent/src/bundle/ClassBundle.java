import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes the classes of a list, one after the other, into one file, as {@code
 * jfs.agent.install.FirstPairClasses} reads it. The build runs this: {@code java ClassBundle.java JAR LIST BUNDLE}.
 */
final class ClassBundle {

  private ClassBundle() {}

  public static void main(String[] arguments) throws IOException {
    Path list = Path.of(arguments[1]);
    try (ZipFile jar = new ZipFile(arguments[0]);
        DataOutputStream out =
            new DataOutputStream(Files.newOutputStream(Path.of(arguments[2])))) {
      for (String line : Files.readAllLines(list)) {
        if (!line.isBlank() && !line.startsWith("#")) {
          write(jar, line, out);
        }
      }
    } catch (IllegalArgumentException e) {
      System.err.println(list + ": " + e.getMessage());
      System.exit(1);
    }
  }

  private static void write(ZipFile jar, String name, DataOutputStream out) throws IOException {
    ZipEntry entry = jar.getEntry(name.replace('.', '/') + ".class");
    if (entry == null) {
      throw new IllegalArgumentException("no such class: " + name);
    }
    out.writeUTF(name);
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] classFile = in.readAllBytes();
      out.writeInt(classFile.length);
      out.write(classFile);
    }
  }
}
