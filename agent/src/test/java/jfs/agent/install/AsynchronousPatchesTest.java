package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The changes to asynchronous channels, as another reader of class files sees them. */
class AsynchronousPatchesTest {

  private static final String CALLS = "sun/nio/ch/JfsAsynchronousCalls.";
  private static final String SELF = "L" + AsynchronousPatches.CHANNEL + ";";
  private static final String BUFFER = "Ljava/nio/ByteBuffer;";
  private static final String ONE = SELF + BUFFER + "JZLsun/nio/ch/NativeDispatcher;)I";
  private static final String MANY = SELF + "[" + BUFFER + "ZLsun/nio/ch/NativeDispatcher;)J";

  private final byte[] channel = ClassFiles.ofJdk(AsynchronousPatches.CHANNEL);
  private final byte[] base = ClassFiles.ofJdk(AsynchronousPatches.BASE);

  /** Each call that a class makes of another's static or virtual methods, and how often. */
  private static Map<String, Integer> calls(byte[] classFile) {
    Map<String, Integer> calls = new TreeMap<>();
    for (String line : ClassFiles.instructions(classFile)) {
      if (line.contains("INVOKE")) {
        calls.merge(line.strip(), 1, Integer::sum);
      }
    }
    return calls;
  }

  /** What is called more often after a change. */
  private static Map<String, Integer> added(byte[] before, byte[] after) {
    Map<String, Integer> old = calls(before);
    Map<String, Integer> added = new TreeMap<>();
    calls(after)
        .forEach(
            (call, count) -> {
              int more = count - old.getOrDefault(call, 0);
              if (more > 0) {
                added.put(call, more);
              }
            });
    return added;
  }

  @Test
  void channelCallsWithItselfAndNothingElseIsChanged() {
    byte[] changed = AsynchronousPatches.channel(channel);
    assertEquals(
        Map.of(
            "INVOKESTATIC " + CALLS + "read (" + ONE, 1,
            "INVOKESTATIC " + CALLS + "read (" + MANY, 1,
            "INVOKESTATIC " + CALLS + "readFirst (" + ONE, 1,
            "INVOKESTATIC " + CALLS + "readFirst (" + MANY, 1,
            "INVOKESTATIC " + CALLS + "write (" + ONE, 2,
            "INVOKESTATIC " + CALLS + "write (" + MANY, 2,
            "INVOKESTATIC " + CALLS + "startPoll (" + SELF + "II)V", 1,
            "INVOKESTATIC " + CALLS + "connected (" + SELF + ")Ljava/net/InetSocketAddress;", 1),
        added(channel, changed));
    assertOnlyCallsAndFieldsDiffer(channel, changed, 10);
  }

  @Test
  void baseCallsWithItselfAndNothingElseIsChanged() {
    byte[] changed = AsynchronousPatches.base(base);
    String self = "(L" + AsynchronousPatches.BASE + ";";
    assertEquals(
        Map.of(
            "INVOKESTATIC " + CALLS + "shutdown " + self + "I)V", 2,
            "INVOKESTATIC "
                    + CALLS
                    + "setSocketOption "
                    + self
                    + "Ljava/net/ProtocolFamily;Ljava/net/SocketOption;Ljava/lang/Object;)V",
                1,
            "INVOKESTATIC "
                    + CALLS
                    + "getSocketOption "
                    + self
                    + "Ljava/net/ProtocolFamily;Ljava/net/SocketOption;)Ljava/lang/Object;",
                1,
            "INVOKESTATIC " + CALLS + "classOf (Ljava/lang/Object;)Ljava/lang/Class;", 1),
        added(base, changed));
    assertOnlyCallsAndFieldsDiffer(base, changed, 4);
  }

  /** Fields are got less often by so much; each time three instructions do nothing instead. */
  private static void assertOnlyCallsAndFieldsDiffer(byte[] before, byte[] after, int fields) {
    Set<String> kinds = new TreeSet<>();
    for (String line : ClassFiles.different(before, after)) {
      kinds.add(line.substring(0, Math.min(line.length(), 9)));
    }
    assertTrue(
        Set.of("INVOKESTA", "-INVOKEST", "-INVOKEVI", "-GETFIELD").containsAll(kinds),
        kinds::toString);
    assertEquals(3L * fields, count(after, "NOP") - count(before, "NOP"));
    assertEquals(fields, count(before, "GETFIELD") - count(after, "GETFIELD"));
  }

  private static long count(byte[] classFile, String opcode) {
    return ClassFiles.instructions(classFile).stream()
        .filter(line -> (line.strip() + " ").startsWith(opcode + " "))
        .count();
  }

  @Test
  void changedClassIsNotChangedAgain() {
    assertNull(AsynchronousPatches.channel(AsynchronousPatches.channel(channel)));
    assertNull(AsynchronousPatches.base(AsynchronousPatches.base(base)));
  }

  @Test
  void providerAndListenerMakeChannelsOfJfs() {
    for (String name :
        new String[] {AsynchronousPatches.PROVIDER, AsynchronousPatches.SERVER_CHANNEL}) {
      byte[] original = ClassFiles.ofJdk(name);
      byte[] changed = AsynchronousPatches.makes(original);
      Set<String> different = ClassFiles.different(original, changed);
      assertTrue(
          different.contains("NEW sun/nio/ch/JfsAsynchronousSocketChannel"), different::toString);
      assertNull(AsynchronousPatches.makes(changed));
    }
  }

  @Test
  void classThatAnotherAgentHasRewrittenIsChangedAndTheOtherWay() {
    byte[] probed = Probes.in(channel);
    assertEquals(
        ClassFiles.different(channel, AsynchronousPatches.channel(channel)),
        ClassFiles.different(probed, AsynchronousPatches.channel(probed)));
    assertNull(AsynchronousPatches.channel(Probes.in(AsynchronousPatches.channel(channel))));
  }

  @Test
  void otherClassesAreRefused() {
    List<UnaryOperator<byte[]>> patches =
        List.of(
            AsynchronousPatches::channel, AsynchronousPatches::base, AsynchronousPatches::makes);
    for (UnaryOperator<byte[]> patch : patches) {
      byte[] other = ClassFiles.ofJdk("java/lang/String");
      assertThrows(IllegalArgumentException.class, () -> patch.apply(other));
      byte[] half = Arrays.copyOf(base, base.length / 2);
      assertThrows(IllegalArgumentException.class, () -> patch.apply(half));
    }
  }

  /** As if its instructions came from another compiler, or it did something in between. */
  @Test
  void callThatIsMadeOtherwiseIsRefused() {
    assertRefused(code -> code.visitInsn(Opcodes.NOP));
    assertRefused(
        code -> {
          code.visitInsn(Opcodes.ICONST_0);
          code.visitInsn(Opcodes.POP);
        });
    assertRefused(code -> code.visitInsn(Opcodes.ICONST_0));
  }

  private interface Code {
    void write(MethodVisitor code);
  }

  /** Puts instructions between the field and the call that takes it. */
  private static void assertRefused(Code between) {
    ClassWriter writer = new ClassWriter(0);
    String owner = AsynchronousPatches.BASE;
    String descriptor = "Ljava/io/FileDescriptor;";
    writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, owner, null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(0, "shuts", "()V", null, null);
    method.visitCode();
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitFieldInsn(Opcodes.GETFIELD, owner, "fd", descriptor);
    between.write(method);
    method.visitInsn(Opcodes.ICONST_1);
    method.visitMethodInsn(
        Opcodes.INVOKESTATIC, "sun/nio/ch/Net", "shutdown", "(" + descriptor + "I)V", false);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(3, 1);
    method.visitEnd();
    writer.visitEnd();
    FirstArgument change =
        new FirstArgument(new ClassFile(writer.toByteArray()), "fd", descriptor, "Calls", "LSelf;");
    assertThrows(
        IllegalArgumentException.class,
        () ->
            change.replace(
                "shuts",
                "()V",
                Opcodes.INVOKESTATIC,
                "sun/nio/ch/Net",
                "shutdown(" + descriptor + "I)V",
                "shutdown"));
  }
}
