package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The changes, as another reader of class files sees them, on the JDK that runs this. */
class JdkPatchesTest {

  private final byte[] socketImpl = ClassFiles.ofJdk(JdkPatches.SOCKET_IMPL);
  private final byte[] nioSocketImpl = ClassFiles.ofJdk(JdkPatches.NIO_SOCKET_IMPL);
  private final byte[] socket = ClassFiles.ofJdk(JdkPatches.SOCKET);
  private final byte[] serverSocket = ClassFiles.ofJdk(JdkPatches.SERVER_SOCKET);

  @Test
  void socketImplHasItsImplementationMadeAndNothingElseIsChanged() {
    assertEquals(
        Set.of(
            "INVOKESTATIC java/net/JfsSockets.make (Z)Ljava/net/SocketImpl;",
            "-NEW sun/nio/ch/NioSocketImpl",
            "-DUP",
            "-INVOKESPECIAL sun/nio/ch/NioSocketImpl.<init> (Z)V"),
        ClassFiles.different(socketImpl, JdkPatches.socketImpl(socketImpl)));
  }

  @Test
  void nioSocketImplCallsInPlaceOfACastAndNothingElseIsChanged() {
    assertEquals(
        List.of(
            "CHECKCAST sun/nio/ch/NioSocketImpl",
            "INVOKESTATIC java/net/JfsSockets.platform"
                + " (Ljava/net/SocketImpl;)Lsun/nio/ch/NioSocketImpl;"),
        ClassFiles.changes(nioSocketImpl, JdkPatches.nioSocketImpl(nioSocketImpl)));
  }

  @Test
  void channelsAndSelectorsAreOfJfsAndNothingElseIsChanged() {
    assertRenamed(JdkPatches.SELECTOR_PROVIDER, "SocketChannelImpl", "JfsSocketChannel");
    assertRenamed(JdkPatches.SERVER_CHANNEL, "SocketChannelImpl", "JfsSocketChannel");
    assertRenamed(JdkPatches.EPOLL_PROVIDER, "EPollSelectorImpl", "JfsEPollSelector");
  }

  private static void assertRenamed(String name, String from, String to) {
    byte[] original = ClassFiles.ofJdk(name);
    UnaryOperator<byte[]> patch =
        name.equals(JdkPatches.EPOLL_PROVIDER) ? JdkPatches::selectors : JdkPatches::channels;
    byte[] patched = patch.apply(original);
    assertEquals(
        ClassFiles.different(original, patched).stream()
            .filter(line -> line.startsWith("-"))
            .map(line -> line.substring(1).replace("sun/nio/ch/" + from, "sun/nio/ch/" + to))
            .collect(Collectors.toSet()),
        ClassFiles.different(original, patched).stream()
            .filter(line -> !line.startsWith("-"))
            .collect(Collectors.toSet()));
    assertTrue(ClassFiles.different(original, patched).contains("NEW sun/nio/ch/" + to), name);
    assertNull(patch.apply(patched), "twice");
    assertThrows(
        IllegalArgumentException.class, () -> patch.apply(ClassFiles.ofJdk("java/net/Socket")));
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
            "INVOKESTATIC java/net/JfsSockets.prefer"
                + " (Ljava/lang/Object;Ljava/net/SocketImpl;III)V",
            "MAXSTACK = 5",
            "-MAXSTACK = 0"),
        ClassFiles.different(original, JdkPatches.preferences(original)));
  }

  @Test
  void socketAsksWhatItAcceptedAndNothingElseIsChanged() {
    assertEquals(
        Set.of(
            "ALOAD 1",
            "INVOKESTATIC java/net/JfsSockets.accepted"
                + " (Ljava/net/SocketImpl;)Ljava/net/SocketImpl;",
            "ASTORE 1"),
        ClassFiles.different(socket, JdkPatches.accepted(socket)).stream()
            .filter(line -> !line.matches("FRAME.*|L")) // one more frame, at the method's start
            .collect(Collectors.toSet()));
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
      byte[] original = ClassFiles.ofJdk(PATCHES.get(patch));
      byte[] mine = patch.apply(original);
      assertEquals(
          ClassFiles.different(original, mine),
          ClassFiles.different(probed(original), patch.apply(probed(original))));
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
