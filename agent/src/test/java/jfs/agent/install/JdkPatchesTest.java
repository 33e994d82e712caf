package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The changes, as another reader of class files sees them, on the JDK that runs this. */
class JdkPatchesTest {

  private final byte[] socketImpl = read(JdkPatches.SOCKET_IMPL);
  private final byte[] nioSocketImpl = read(JdkPatches.NIO_SOCKET_IMPL);
  private final byte[] socket = read(JdkPatches.SOCKET);
  private final byte[] serverSocket = read(JdkPatches.SERVER_SOCKET);

  private static byte[] read(String name) {
    try {
      return ClassFiles.ofJdk(name);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lines that differ, before and after. The number of lines must be the same. */
  private static List<String> changes(byte[] before, byte[] after) {
    List<String> old = ClassFiles.disassembled(before);
    List<String> now = ClassFiles.disassembled(after);
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

  @Test
  void socketImplCreatesAnotherImplementationAndNothingElseIsChanged() {
    assertEquals(
        List.of(
            "NEW sun/nio/ch/NioSocketImpl",
            "NEW java/net/JfsPlatformSocketImpl",
            "INVOKESPECIAL sun/nio/ch/NioSocketImpl.<init> (Z)V",
            "INVOKESPECIAL java/net/JfsPlatformSocketImpl.<init> (Z)V"),
        changes(socketImpl, JdkPatches.socketImpl(socketImpl)));
  }

  @Test
  void nioSocketImplCallsInPlaceOfACastAndNothingElseIsChanged() {
    assertEquals(
        List.of(
            "CHECKCAST sun/nio/ch/NioSocketImpl",
            "INVOKESTATIC java/net/JfsPlatformSocketImpl.platform"
                + " (Ljava/net/SocketImpl;)Lsun/nio/ch/NioSocketImpl;"),
        changes(nioSocketImpl, JdkPatches.nioSocketImpl(nioSocketImpl)));
  }

  @Test
  void preferencesAreToldAndNothingElseIsChanged() {
    assertPreferencesAreTold("java/net/Socket", socket);
    assertPreferencesAreTold("java/net/ServerSocket", serverSocket);
  }

  private static void assertPreferencesAreTold(String owner, byte[] original) {
    byte[] patched = JdkPatches.preferences(original);
    // With all that there is, lest what tells of lines and variables does not fit any more.
    assertEquals(
        ClassFiles.disassembled(original).size() + 6, ClassFiles.disassembled(patched).size());
    List<String> before = ClassFiles.instructions(original);
    List<String> after = ClassFiles.instructions(patched);
    int same = 0;
    while (before.get(same).equals(after.get(same))) {
      same++;
    }
    int tail = before.size() - same - 2;
    assertEquals("public setPerformancePreferences(III)V", after.get(same - 1).strip());
    assertEquals(
        before.subList(same + 2, before.size()), after.subList(after.size() - tail, after.size()));
    assertEquals(List.of("RETURN", "MAXSTACK = 0"), stripped(before.subList(same, same + 2)));
    assertEquals(
        List.of(
            "ALOAD 0",
            "GETFIELD " + owner + ".impl : Ljava/net/SocketImpl;",
            "ILOAD 1",
            "ILOAD 2",
            "ILOAD 3",
            "INVOKESTATIC java/net/JfsPlatformSocketImpl.prefer (Ljava/net/SocketImpl;III)V",
            "RETURN",
            "MAXSTACK = 4"),
        stripped(after.subList(same, after.size() - tail)));
  }

  private static List<String> stripped(List<String> lines) {
    return lines.stream().map(String::strip).toList();
  }

  @Test
  void preferencesOfAnotherClassAreNotTold() {
    byte[] noSuchField = withPreferences(false, code -> code.visitInsn(Opcodes.RETURN));
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.preferences(noSuchField));
    byte[] busy =
        withPreferences(
            true,
            code -> {
              code.visitInsn(Opcodes.NOP);
              code.visitInsn(Opcodes.RETURN);
            });
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.preferences(busy));
    byte[] endless =
        withPreferences(
            true,
            code -> {
              Label start = new Label();
              Label end = new Label();
              code.visitTryCatchBlock(start, end, start, null);
              code.visitLabel(start);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(end);
            });
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.preferences(endless));
    byte[] without = withPreferences(true, null);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.preferences(without));
    byte[] fine = withPreferences(true, code -> code.visitInsn(Opcodes.RETURN));
    assertEquals(
        ClassFiles.disassembled(fine).size() + 6,
        ClassFiles.disassembled(JdkPatches.preferences(fine)).size());
  }

  /** A socket's class, which uses its implementation or not. */
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
  void changedClassIsNotChangedAgain() {
    byte[] once = JdkPatches.nioSocketImpl(nioSocketImpl);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(once));
    byte[] changed = JdkPatches.socketImpl(socketImpl);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.socketImpl(changed));
    byte[] preferring = JdkPatches.preferences(socket);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.preferences(preferring));
  }

  @Test
  void otherClassesAreRefused() {
    byte[] other = read("java/lang/String");
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.socketImpl(other));
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(other));
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.preferences(other));
  }

  @Test
  void truncatedClassIsRefusedAtEveryLength() {
    assertTruncatedIsRefused(socketImpl, JdkPatches::socketImpl, poolEnd(socketImpl));
    // As far as the method that is looked for; what comes behind it is copied.
    assertTruncatedIsRefused(nioSocketImpl, JdkPatches::nioSocketImpl, endOfAccept());
    assertTruncatedIsRefused(socket, JdkPatches::preferences, endOfPreferences());
  }

  private static void assertTruncatedIsRefused(
      byte[] whole, UnaryOperator<byte[]> patch, int upTo) {
    for (int length = 0; length < upTo; length++) {
      byte[] truncated = Arrays.copyOf(whole, length);
      assertThrows(IllegalArgumentException.class, () -> patch.apply(truncated), "at " + length);
    }
  }

  private static int poolEnd(byte[] file) {
    return new ClassFile(file).poolEnd();
  }

  /** The first instruction of accept is at the first place where the two classes differ. */
  private int endOfAccept() {
    ClassFile patched = new ClassFile(JdkPatches.nioSocketImpl(nioSocketImpl));
    byte[] before = Arrays.copyOfRange(nioSocketImpl, poolEnd(nioSocketImpl), nioSocketImpl.length);
    byte[] after = Arrays.copyOfRange(patched.bytes(), patched.poolEnd(), patched.bytes().length);
    return poolEnd(nioSocketImpl) + Arrays.mismatch(before, after) + 3;
  }

  /** Of its code; lengths and the stack's height are changed before that. */
  private int endOfPreferences() {
    ClassFile file = new ClassFile(socket);
    ByteBuffer code = MethodCode.of(file, "setPerformancePreferences", "(III)V");
    return code.arrayOffset() + code.limit();
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
    byte[] other = withMethod("accept", "(Ljava/lang/Object;)V", JdkPatchesTest::castAndReturn);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(other));
    byte[] another = withMethod("take", "(Ljava/net/SocketImpl;)V", JdkPatchesTest::castAndReturn);
    assertThrows(IllegalArgumentException.class, () -> JdkPatches.nioSocketImpl(another));
  }

  @Test
  void acceptAsExpectedIsChangedWhereverItIs() {
    byte[] mine = withAccept(JdkPatchesTest::castAndReturn);
    assertEquals(2, changes(mine, JdkPatches.nioSocketImpl(mine)).size());
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

  /** A class by the name of the JDK's, with a field, and a method behind another one. */
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

  @Test
  void transformerSeesToItsClassOfTheJdkOnly() {
    JdkTransformer transformer = new JdkTransformer(JdkPatches.SOCKET_IMPL);
    assertNull(transform(transformer, null, "java/lang/String", socketImpl));
    assertNull(transform(transformer, null, JdkPatches.SOCKET, socket));
    assertNull(
        transform(transformer, getClass().getClassLoader(), JdkPatches.SOCKET_IMPL, socketImpl));
    assertThrows(IllegalStateException.class, transformer::requireApplied);
    assertArrayEquals(
        JdkPatches.socketImpl(socketImpl),
        transform(transformer, null, JdkPatches.SOCKET_IMPL, socketImpl));
    transformer.requireApplied();
  }

  @Test
  void transformerHasAPatchForEachClass() {
    assertArrayEquals(
        JdkPatches.nioSocketImpl(nioSocketImpl),
        transform(JdkPatches.NIO_SOCKET_IMPL, nioSocketImpl));
    assertArrayEquals(JdkPatches.preferences(socket), transform(JdkPatches.SOCKET, socket));
    assertArrayEquals(
        JdkPatches.preferences(serverSocket), transform(JdkPatches.SERVER_SOCKET, serverSocket));
  }

  private static byte[] transform(String name, byte[] file) {
    return transform(new JdkTransformer(name), null, name, file);
  }

  @Test
  void transformerReportsWhyItCouldNot() {
    JdkTransformer transformer = new JdkTransformer(JdkPatches.NIO_SOCKET_IMPL);
    assertNull(transform(transformer, null, JdkPatches.NIO_SOCKET_IMPL, socketImpl));
    IllegalStateException e =
        assertThrows(IllegalStateException.class, transformer::requireApplied);
    assertEquals(IllegalArgumentException.class, e.getCause().getClass());
  }

  private static byte[] transform(
      JdkTransformer transformer, ClassLoader loader, String name, byte[] file) {
    return transformer.transform(null, loader, name, null, null, file);
  }

  @Test
  void everyMethodOfTheJdksClassHasItsCodeFound() {
    ClassFile file = new ClassFile(nioSocketImpl);
    List<String> methods = new ArrayList<>();
    new ClassReader(nioSocketImpl)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                methods.add(name + descriptor);
                int length = MethodCode.of(file, name, descriptor).limit();
                assertTrue(length > 0, name);
                return null;
              }
            },
            0);
    assertTrue(methods.size() > 30, methods::toString);
  }
}
