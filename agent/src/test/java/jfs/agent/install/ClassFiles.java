package jfs.agent.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.util.CheckClassAdapter;
import org.objectweb.asm.util.TraceClassVisitor;

/** Class files of the running JDK, and how another reader of class files sees them. */
final class ClassFiles {

  private ClassFiles() {}

  static byte[] ofJdk(String internalName) throws IOException {
    try (InputStream in = Object.class.getResourceAsStream("/" + internalName + ".class")) {
      return in.readAllBytes();
    }
  }

  /** A disassembly, after a check of all that can be checked without loading classes. */
  static List<String> disassembled(byte[] classFile) {
    return disassembled(classFile, 0);
  }

  /** Likewise, without lines and names of variables. */
  static List<String> instructions(byte[] classFile) {
    return disassembled(classFile, ClassReader.SKIP_DEBUG);
  }

  private static List<String> disassembled(byte[] classFile, int options) {
    StringWriter text = new StringWriter();
    new ClassReader(classFile)
        .accept(
            new TraceClassVisitor(
                new CheckClassAdapter(new ClassWriter(0), true), new PrintWriter(text)),
            options);
    return text.toString().lines().toList();
  }
}
