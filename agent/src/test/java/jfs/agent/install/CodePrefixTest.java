package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Methods with a prefix, as the JVM verifies and runs them, and as another reader sees them. */
class CodePrefixTest {

  private static final byte[] CALL = {0x2a, 0x57}; // aload_0, pop

  /**
   * A class with everything that refers to places in code: switches, handlers, jumps, monitors, and
   * frames of each kind.
   */
  public static final class Subject {

    /** Called through reflection. */
    public Subject() {}

    /** Called through reflection. */
    public String answer(Integer of) {
      StringBuilder all = new StringBuilder();
      long wide = 1;
      double real = 0.5;
      for (int i = 0; i < of; i++) {
        try {
          switch (i % 7) {
            case 0 -> all.append('a');
            case 1 -> all.append("b".repeat(i));
            case 2 -> throw new IllegalStateException("c");
            case 3 -> wide *= i;
            case 4 -> real += wide;
            default -> all.append(i > 10 ? wide : real);
          }
          switch (all.length()) {
            case 1, 100, 10_000, 1_000_000 -> all.append('!');
            default -> real /= 2;
          }
        } catch (IllegalStateException e) {
          all.append(e.getMessage());
        } finally {
          synchronized (this) {
            all.append(';');
          }
        }
      }
      return all.append(wide).append(real).toString();
    }
  }

  @SuppressWarnings("BanClassLoader") // to have the JVM verify what was made
  private static final class Loader extends ClassLoader {
    Class<?> define(byte[] file) {
      return defineClass(null, file, 0, file.length);
    }
  }

  private static byte[] bytesOf(Class<?> type) throws IOException {
    try (InputStream in =
        type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }

  private static byte[] prefixed(byte[] original, String name, String descriptor, int times) {
    byte[] file = original;
    for (int i = 0; i < times; i++) {
      ClassFile now = new ClassFile(file);
      CodePrefix.put(MethodCode.of(now, name, descriptor), CALL, 1);
      file = now.toBytes();
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 40})
  void prefixedMethodDoesWhatItDid(int times) throws Exception {
    String descriptor = "(Ljava/lang/Integer;)Ljava/lang/String;";
    byte[] file = prefixed(bytesOf(Subject.class), "answer", descriptor, times);
    Class<?> type = new Loader().define(file);
    Object subject = type.getConstructor().newInstance();
    for (int i : new int[] {0, 1, 5, 40}) {
      assertEquals(
          new Subject().answer(i), type.getMethod("answer", Integer.class).invoke(subject, i));
    }
  }

  @Test
  void whatTellsOfPlacesInTheCodeIsMovedAlong() throws Exception {
    byte[] original = bytesOf(Subject.class);
    String descriptor = "(Ljava/lang/Integer;)Ljava/lang/String;";
    byte[] file = prefixed(original, "answer", descriptor, 1);
    List<String> before = new ArrayList<>(ClassFiles.disassembled(original));
    List<String> after = new ArrayList<>(ClassFiles.disassembled(file));
    // Apart from names of labels, nothing is lost; only the prefix, with its label and frame, is
    // new.
    List<String> added = new ArrayList<>(kinds(after));
    kinds(before).forEach(added::remove);
    assertEquals(
        List.of("ALOAD", "NOP", "NOP", "POP"),
        added.stream().filter(kind -> !kind.matches("L|FRAME")).sorted().toList());
  }

  private static List<String> kinds(List<String> lines) {
    return lines.stream()
        .map(line -> line.strip().replaceAll("^L\\d+$", "L").replaceAll(" .*", ""))
        .toList();
  }

  @Test
  void jumpBetweenNewAndItsConstructorIsRefused() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, "Jumping", null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "make", "(I)V", null, null);
    Label other = new Label();
    Label end = new Label();
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, "java/lang/Integer");
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IFEQ, other);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(other);
    code.visitInsn(Opcodes.ICONST_2);
    code.visitLabel(end);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Integer", "<init>", "(I)V", false);
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    byte[] file = writer.toByteArray();
    assertThrows(IllegalArgumentException.class, () -> prefixed(file, "make", "(I)V", 1));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Subject.class,
        String.class,
        java.util.HashMap.class,
        java.math.BigDecimal.class,
        java.util.Formatter.class,
        java.util.regex.Pattern.class,
        java.lang.invoke.MethodHandles.class
      })
  void instructionsAreThoseThatAnotherReaderSees(Class<?> type) throws Exception {
    byte[] bytes = bytesOf(type);
    ClassNode other = new ClassNode();
    new ClassReader(bytes).accept(other, 0);
    ClassFile file = new ClassFile(bytes);
    for (MethodNode method : other.methods) {
      List<Integer> opcodes = new ArrayList<>();
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction.getOpcode() >= 0) {
          opcodes.add(instruction.getOpcode());
        }
      }
      if (opcodes.isEmpty()) {
        continue;
      }
      MethodCode code = MethodCode.of(file, method.name, method.desc);
      Instructions mine = new Instructions(code);
      for (int opcode : opcodes) {
        assertEquals(true, mine.next(), method.name);
        if (opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.INVOKESTATIC) {
          assertEquals(true, mine.is(opcode), method.name); // others have forms of other lengths
        }
      }
      assertEquals(false, mine.next(), method.name);
    }
  }

  @Test
  void nonsenseIsNoInstruction() throws Exception {
    byte[] bytes = bytesOf(Subject.class);
    ClassFile file = new ClassFile(bytes);
    MethodCode code = MethodCode.of(file, "answer", "(Ljava/lang/Integer;)Ljava/lang/String;");
    file.putBytes(code.start(), (byte) 0xfd);
    assertThrows(IllegalArgumentException.class, new Instructions(code)::next);
    file.putBytes(code.start(), (byte) 0xab); // lookupswitch, of negative length
    file.putBytes(code.start() + 8, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0);
    assertThrows(IllegalArgumentException.class, new Instructions(code)::next);
    assertArrayEquals(bytesOf(Subject.class), bytes);
  }
}
