package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
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
  void socketImplHasItsImplementationMadeAndNothingElseIsChanged() {
    assertEquals(
        Set.of(
            "INVOKESTATIC java/net/JfsSockets.make (Z)Ljava/net/SocketImpl;",
            "-NEW sun/nio/ch/NioSocketImpl",
            "-DUP",
            "-INVOKESPECIAL sun/nio/ch/NioSocketImpl.<init> (Z)V"),
        different(socketImpl, JdkPatches.socketImpl(socketImpl)));
  }

  @Test
  void nioSocketImplCallsInPlaceOfACastAndNothingElseIsChanged() {
    assertEquals(
        List.of(
            "CHECKCAST sun/nio/ch/NioSocketImpl",
            "INVOKESTATIC java/net/JfsSockets.platform"
                + " (Ljava/net/SocketImpl;)Lsun/nio/ch/NioSocketImpl;"),
        changes(nioSocketImpl, JdkPatches.nioSocketImpl(nioSocketImpl)));
  }

  @Test
  void preferencesAreToldAndNothingElseIsChanged() {
    assertPreferencesAreTold("java/net/Socket", socket);
    assertPreferencesAreTold("java/net/ServerSocket", serverSocket);
  }

  private static void assertPreferencesAreTold(String owner, byte[] original) {
    assertEquals(
        Set.of(
            "ALOAD 0",
            "GETFIELD " + owner + ".impl : Ljava/net/SocketImpl;",
            "ILOAD 1",
            "ILOAD 2",
            "ILOAD 3",
            "INVOKESTATIC java/net/JfsSockets.prefer (Ljava/net/SocketImpl;III)V",
            "MAXSTACK = 4",
            "-MAXSTACK = 0"),
        different(original, JdkPatches.preferences(original)));
  }

  @Test
  void socketAsksWhatItAcceptedAndNothingElseIsChanged() {
    assertEquals(
        Set.of(
            "ALOAD 1",
            "INVOKESTATIC java/net/JfsSockets.accepted"
                + " (Ljava/net/SocketImpl;)Ljava/net/SocketImpl;",
            "ASTORE 1"),
        different(socket, JdkPatches.accepted(socket)).stream()
            .filter(line -> !line.matches("FRAME.*|L")) // one more frame, at the method's start
            .collect(Collectors.toSet()));
  }

  /**
   * The lines that only one of them has, with a minus for the first; NOPs and names of labels
   * apart.
   */
  private static Set<String> different(byte[] before, byte[] after) {
    Map<String, Integer> counts = new TreeMap<>();
    stripped(ClassFiles.instructions(before)).forEach(line -> counts.merge(line, -1, Integer::sum));
    stripped(ClassFiles.instructions(after)).forEach(line -> counts.merge(line, 1, Integer::sum));
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
    Set<String> different = different(busy, JdkPatches.preferences(busy));
    assertTrue(
        different.contains("INVOKESTATIC java/net/JfsSockets.prefer (Ljava/net/SocketImpl;III)V"),
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
  void changedClassIsNotChangedAgain() {
    assertNull(JdkPatches.nioSocketImpl(JdkPatches.nioSocketImpl(nioSocketImpl)));
    assertNull(JdkPatches.socketImpl(JdkPatches.socketImpl(socketImpl)));
    assertNull(JdkPatches.preferences(JdkPatches.preferences(serverSocket)));
    byte[] both = JdkPatches.accepted(JdkPatches.preferences(socket));
    assertNull(JdkPatches.preferences(both));
    assertNull(JdkPatches.accepted(both));
  }

  /** As for agents that rewrite what they see: another pool, probes in every method. */
  @Test
  void classThatAnotherAgentHasRewrittenIsChangedAndTheOtherWay() {
    for (UnaryOperator<byte[]> patch : PATCHES.keySet()) {
      byte[] original = read(PATCHES.get(patch));
      byte[] mine = patch.apply(original);
      assertEquals(
          different(original, mine), different(probed(original), patch.apply(probed(original))));
      assertNull(patch.apply(probed(mine)));
    }
  }

  private static final Map<UnaryOperator<byte[]>, String> PATCHES =
      Map.of(
          JdkPatches::socketImpl, JdkPatches.SOCKET_IMPL,
          JdkPatches::nioSocketImpl, JdkPatches.NIO_SOCKET_IMPL);

  private static byte[] probed(byte[] original) {
    return Probes.in(original);
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
    // Up to the method that is looked for; the rest is copied.
    assertTruncatedIsRefused(socketImpl, JdkPatches::socketImpl, poolEnd(socketImpl));
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

  private int endOfAccept() {
    ClassFile file = new ClassFile(nioSocketImpl);
    return MethodCode.of(file, "accept", "(Ljava/net/SocketImpl;)V").end();
  }

  /** The end of its code; lengths and the stack's height are changed before that. */
  private int endOfPreferences() {
    ClassFile file = new ClassFile(socket);
    return MethodCode.of(file, "setPerformancePreferences", "(III)V").end();
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

  @Test
  void transformerSeesToClassesOfTheJdkOnly() {
    JdkTransformer transformer = new JdkTransformer();
    ClassLoader own = getClass().getClassLoader();
    assertNull(transform(transformer, null, "java/lang/String", socketImpl));
    assertNull(transform(transformer, null, "java/net/SocketImpx", socketImpl));
    assertNull(transform(transformer, null, null, socketImpl));
    assertNull(transform(transformer, own, JdkPatches.SOCKET_IMPL, socketImpl));
    assertFalse(transformer.has("java.net.SocketImpl"));
    assertArrayEquals(
        JdkPatches.socketImpl(socketImpl),
        transform(transformer, null, JdkPatches.SOCKET_IMPL, socketImpl));
    assertTrue(transformer.has("java.net.SocketImpl"));
  }

  @Test
  void transformerHasAPatchForEachClass() {
    JdkTransformer transformer = new JdkTransformer();
    assertArrayEquals(
        JdkPatches.nioSocketImpl(nioSocketImpl),
        transform(transformer, null, JdkPatches.NIO_SOCKET_IMPL, nioSocketImpl));
    assertArrayEquals(
        JdkPatches.accepted(JdkPatches.preferences(socket)),
        transform(transformer, null, JdkPatches.SOCKET, socket));
    assertArrayEquals(
        JdkPatches.preferences(serverSocket),
        transform(transformer, null, JdkPatches.SERVER_SOCKET, serverSocket));
  }

  @Test
  void transformerLeavesAChangedClassAsItIs() {
    JdkTransformer transformer = new JdkTransformer();
    for (String name : List.of(JdkPatches.SOCKET, JdkPatches.NIO_SOCKET_IMPL)) {
      byte[] changed = transform(transformer, null, name, read(name));
      assertNull(transform(transformer, null, name, changed));
      assertTrue(transformer.has(name));
    }
  }

  @Test
  void withoutTheChangeToListenersSocketsAreTheJdks() {
    JdkTransformer transformer = new JdkTransformer();
    assertTrue(transformer.allowsSockets());
    assertNull(transform(transformer, null, JdkPatches.NIO_SOCKET_IMPL, socketImpl));
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class, () -> transformer.has(JdkPatches.NIO_SOCKET_IMPL));
    assertEquals(IllegalArgumentException.class, e.getCause().getClass());
    assertFalse(transformer.allowsSockets());
    transform(transformer, null, JdkPatches.NIO_SOCKET_IMPL, nioSocketImpl);
    assertTrue(transformer.allowsSockets());
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
                MethodCode code = MethodCode.of(file, name, descriptor);
                assertTrue(code.end() > code.start(), name);
                return null;
              }
            },
            0);
    assertTrue(methods.size() > 30, methods::toString);
  }
}
