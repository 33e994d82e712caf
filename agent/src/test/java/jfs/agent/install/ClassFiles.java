package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.util.CheckClassAdapter;
import org.objectweb.asm.util.TraceClassVisitor;

/** Class files of the running JDK, and how another reader of class files sees them. */
final class ClassFiles {

  private ClassFiles() {}

  static byte[] ofJdk(String internalName) {
    try (InputStream in = Object.class.getResourceAsStream("/" + internalName + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  /** Lines that differ, before and after. The number of lines must be the same. */
  static List<String> changes(byte[] before, byte[] after) {
    List<String> old = disassembled(before);
    List<String> now = disassembled(after);
    assertEquals(old.size(), now.size());
    List<String> changes = new ArrayList<>();
    for (int i = 0; i < old.size(); i++) {
      if (!old.get(i).equals(now.get(i))) {
        changes.add(old.get(i).strip());
        changes.add(now.get(i).strip());
      }
    }
    return changes;
  }

  /**
   * The lines that only one of them has, with a minus for the first; NOPs and names of labels
   * apart.
   */
  static Set<String> different(byte[] before, byte[] after) {
    Map<String, Integer> counts = new TreeMap<>();
    stripped(instructions(before)).forEach(line -> counts.merge(line, -1, Integer::sum));
    stripped(instructions(after)).forEach(line -> counts.merge(line, 1, Integer::sum));
    Set<String> different = new TreeSet<>();
    counts.forEach(
        (line, count) -> {
          if (count != 0 && !line.equals("NOP")) {
            different.add((count < 0 ? "-" : "") + line);
          }
        });
    return different;
  }

  private static List<String> stripped(List<String> lines) {
    return lines.stream().map(line -> line.strip().replaceAll("\\bL\\d+\\b", "L")).toList();
  }
}
