package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Classes with a name of the JDK's, but not its code: they are refused, or changed in the same way.
 */
class UnexpectedClassTest {

  @Test
  void preferencesOfAnotherClassAreNotTold() {
    byte[] noSuchField = withPreferences(false, code -> code.visitInsn(Opcodes.RETURN));
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.preferences(noSuchField));
    byte[] without = withPreferences(true, null);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.preferences(without));
  }

  @Test
  void preferencesAreToldBeforeWhateverAnotherAgentHasPutThere() {
    byte[] busy =
        withPreferences(
            true,
            code -> {
              code.visitInsn(Opcodes.NOP);
              code.visitInsn(Opcodes.RETURN);
            });
    Set<String> different = ClassFiles.different(busy, JdkPatches.preferences(busy));
    assertTrue(
        different.contains(
            "INVOKESTATIC java/net/JfsSockets.prefer"
                + " (Ljava/lang/Object;Ljava/net/SocketImpl;III)V"),
        different::toString);
  }

  /** A class of sockets that uses its implementation or not. */
  private static byte[] withPreferences(boolean implementation, Code code) {
    ClassWriter writer = new ClassWriter(0);
    int access = code == null ? Opcodes.ACC_ABSTRACT : 0;
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_SUPER | access,
        JdkPatches.SOCKET,
        null,
        "java/lang/Object",
        new String[0]);
    String impl = "Ljava/net/SocketImpl;";
    writer.visitField(0, "impl", impl, null, null).visitEnd();
    MethodVisitor user = writer.visitMethod(0, "use", "()V", null, null);
    user.visitCode();
    user.visitVarInsn(Opcodes.ALOAD, 0);
    user.visitFieldInsn(
        Opcodes.GETFIELD, implementation ? JdkPatches.SOCKET : "java/net/Other", "impl", impl);
    user.visitInsn(Opcodes.POP);
    user.visitInsn(Opcodes.RETURN);
    user.visitMaxs(1, 1);
    user.visitEnd();
    MethodVisitor method =
        writer.visitMethod(access, "setPerformancePreferences", "(III)V", null, null);
    if (code != null) {
      method.visitCode();
      code.write(method);
      method.visitMaxs(0, 4);
    }
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void otherClassesAreRefused() {
    byte[] other = ClassFiles.ofJdk("java/lang/String");
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.socketImpl(other));
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(other));
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.preferences(other));
  }

  @Test
  void acceptThatBeginsOtherwiseIsRefused() {
    byte[] other =
        withAccept(
            code -> {
              code.visitInsn(Opcodes.NOP);
              code.visitInsn(Opcodes.RETURN);
            });
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(other));
  }

  @Test
  void acceptThatCastsToAnotherClassIsRefused() {
    byte[] other =
        withAccept(
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/String");
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.RETURN);
            });
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(other));
  }

  @Test
  void acceptThatCastsAnotherVariableIsRefused() {
    byte[] other =
        withAccept(
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitTypeInsn(Opcodes.CHECKCAST, JdkPatches.NIO_SOCKET_IMPL);
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.RETURN);
            });
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(other));
  }

  @Test
  void shortAcceptIsRefused() {
    byte[] other = withAccept(code -> code.visitInsn(Opcodes.RETURN));
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(other));
  }

  @Test
  void acceptWithoutCodeIsRefused() {
    byte[] other = withAccept(null);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(other));
  }

  @Test
  void acceptOfAnotherTypeIsRefused() {
    byte[] other =
        withMethod("accept", "(Ljava/lang/Object;)V", UnexpectedClassTest::castAndReturn);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(other));
    byte[] another =
        withMethod("take", "(Ljava/net/SocketImpl;)V", UnexpectedClassTest::castAndReturn);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(another));
  }

  @Test
  void acceptAsExpectedIsChangedWhereverItIs() {
    byte[] mine = withAccept(UnexpectedClassTest::castAndReturn);
    assertEquals(2, ClassFiles.changes(mine, JdkPatches.nioSocketImpl(mine)).size());
  }

  private static void castAndReturn(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.CHECKCAST, JdkPatches.NIO_SOCKET_IMPL);
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.RETURN);
  }

  private interface Code {
    void write(MethodVisitor code);
  }

  private static byte[] withAccept(Code code) {
    return withMethod("accept", "(Ljava/net/SocketImpl;)V", code);
  }

  /** A class with the JDK's name, with a field, and a method behind another one. */
  private static byte[] withMethod(String name, String descriptor, Code code) {
    ClassWriter writer = new ClassWriter(0);
    int access = code == null ? Opcodes.ACC_ABSTRACT : 0;
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_SUPER | access,
        JdkPatches.NIO_SOCKET_IMPL,
        null,
        "java/lang/Object",
        new String[] {"java/lang/Runnable"});
    writer.visitField(Opcodes.ACC_STATIC, "f", "J", null, 42L).visitEnd();
    MethodVisitor first = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", "()V", null, null);
    first.visitCode();
    first.visitInsn(Opcodes.RETURN);
    first.visitMaxs(0, 1);
    first.visitEnd();
    MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
    if (code != null) {
      method.visitCode();
      code.write(method);
      method.visitMaxs(1, 2);
    }
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
