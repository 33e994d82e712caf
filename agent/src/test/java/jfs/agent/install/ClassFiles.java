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

/** Class files of the running JDK, and what another reader of class files makes of them. */
final class ClassFiles {

  private ClassFiles() {}

  static byte[] ofJdk(String internalName) throws IOException {
    try (InputStream in = Object.class.getResourceAsStream("/" + internalName + ".class")) {
      return in.readAllBytes();
    }
  }

  /** A disassembly, after a check of all that can be checked without loading classes. */
  static List<String> disassembled(byte[] classFile) {
    StringWriter text = new StringWriter();
    new ClassReader(classFile)
        .accept(
            new TraceClassVisitor(
                new CheckClassAdapter(new ClassWriter(0), true), new PrintWriter(text)),
            0);
    return text.toString().lines().toList();
  }
}
