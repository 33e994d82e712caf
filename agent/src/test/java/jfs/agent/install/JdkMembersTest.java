package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What is looked for in the JDK before anything is changed. */
class JdkMembersTest {

  private final JdkMembers members = new JdkMembers();

  @Test
  void memberIsFound() {
    assertDoesNotThrow(
        () -> members.check(using(Opcodes.GETFIELD, "java/io/BufferedInputStream", "pos", "I")));
    assertDoesNotThrow(
        () -> members.check(using(Opcodes.INVOKEVIRTUAL, "java/io/File", "length", "()J")));
  }

  @Test
  void inheritedMemberIsFound() {
    assertDoesNotThrow(
        () ->
            members.check(
                using(
                    Opcodes.GETFIELD,
                    "java/io/BufferedInputStream",
                    "in",
                    "Ljava/io/InputStream;")));
  }

  @Test
  void missingMemberIsNamed() {
    assertMissing("no java/io/File.none I", using(Opcodes.GETFIELD, "java/io/File", "none", "I"));
    assertMissing(
        "no java/io/File.length ()I",
        using(Opcodes.INVOKEVIRTUAL, "java/io/File", "length", "()I"));
  }

  private void assertMissing(String message, byte[] own) {
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> members.check(own)).getMessage());
  }

  @Test
  void membersOfOthersAreNotLookedFor() {
    assertDoesNotThrow(
        () -> members.check(using(Opcodes.GETFIELD, "java/lang/String", "none", "I")));
    assertDoesNotThrow(
        () -> members.check(using(Opcodes.GETFIELD, "java/io/JfsFields", "none", "I")));
    assertDoesNotThrow(
        () -> members.check(using(Opcodes.GETFIELD, "java/io/File", "none$jdk", "I")));
  }

  /** A class with one instruction; it is never loaded. */
  private static byte[] using(int opcode, String owner, String name, String descriptor) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, 0, "Using", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "use", "()V", null, null);
    method.visitCode();
    if (descriptor.startsWith("(")) {
      method.visitMethodInsn(opcode, owner, name, descriptor, false);
    } else {
      method.visitFieldInsn(opcode, owner, name, descriptor);
    }
    method.visitEnd();
    return writer.toByteArray();
  }
}
