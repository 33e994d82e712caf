package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The changes to object streams, as another reader of class files sees them. */
class StreamPatchesTest {

  private static final Map<String, UnaryOperator<byte[]>> PATCHES =
      Map.of(
          StreamPatches.OUTPUT, StreamPatches::output,
          StreamPatches.BLOCK_OUTPUT, StreamPatches::blockOutput,
          StreamPatches.INPUT, StreamPatches::input,
          StreamPatches.BLOCK_INPUT, StreamPatches::blockInput,
          StreamPatches.PEEK_INPUT, StreamPatches::peekInput);

  @Test
  void methodsAreRenamedAndDelegatedAndNothingElseIsChanged() {
    Set<String> changes = changes(StreamPatches.OUTPUT);
    assertTrue(
        changes.contains(
            "INVOKESTATIC java/io/JfsObjectOutput.writeObject0"
                + " (Ljava/io/ObjectOutputStream;Ljava/lang/Object;Z)V"),
        changes::toString);
    assertTrue(
        changes.contains(
            "private writeObject0$jdk(Ljava/lang/Object;Z)V throws java/io/IOException"),
        changes::toString);
    assertEquals(Set.of(), removed(changes), "removed");
    assertEquals(StreamPatches.OUTPUT_MATES.length, mates(changes), changes::toString);

    changes = changes(StreamPatches.INPUT);
    assertTrue(
        changes.contains("private transient Ljava/io/JfsInputState; state$jfs"), changes::toString);
    assertEquals(Set.of(), removed(changes), "removed");
    assertTrue(changes.contains("private clear$jdk()V"), changes::toString);
    assertEquals(StreamPatches.INPUT_MATES.length, mates(changes), changes::toString);
  }

  @Test
  void arraysAreDelegated() {
    for (String name : Set.of(StreamPatches.BLOCK_INPUT, StreamPatches.BLOCK_OUTPUT)) {
      Set<String> changes = changes(name);
      assertEquals(
          7, changes.stream().filter(line -> line.startsWith("INVOKESTATIC")).count(), name);
      assertEquals(7, changes.stream().filter(line -> line.contains("$jdk(")).count(), name);
    }
  }

  @Test
  void singleBytesAreDelegated() {
    Set<String> changes = changes(StreamPatches.PEEK_INPUT);
    assertEquals(2, changes.stream().filter(line -> line.startsWith("INVOKESTATIC")).count());
    assertEquals(2, changes.stream().filter(line -> line.contains("$jdk(")).count());
    assertEquals(Set.of(), removed(changes), "removed");
  }

  private static Set<String> changes(String name) {
    byte[] original = ClassFiles.ofJdk(name);
    return ClassFiles.different(original, PATCHES.get(name).apply(original));
  }

  /** A method that throws gives its name, with what it throws, to one that says nothing of that. */
  private static Set<String> removed(Set<String> changes) {
    return changes.stream()
        .filter(line -> line.startsWith("-") && !line.startsWith("-//"))
        .filter(line -> !line.contains("throws java/io/IOException"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static long mates(Set<String> changes) {
    return changes.stream().filter(line -> line.startsWith("NESTMEMBER java/io/Jfs")).count();
  }

  @Test
  void changedClassIsNotChangedAgain() {
    PATCHES.forEach(
        (name, patch) -> assertNull(patch.apply(patch.apply(ClassFiles.ofJdk(name))), name));
  }

  @Test
  void classWithoutTheMethodIsRefused() {
    PATCHES.forEach(
        (name, patch) ->
            assertThrows(
                IllegalArgumentException.class,
                () -> patch.apply(ClassFiles.ofJdk("java/net/Socket")),
                name));
  }

  @Test
  void jdkThatSetsFieldsWithoutClassIsKnown() {
    // JDK-8331224, of JDK 23; older ones may have it, too.
    boolean sets = StreamPatches.setsWithoutClass(ClassFiles.ofJdk(StreamPatches.INPUT));
    assertTrue(sets || Runtime.version().feature() >= 21);
    assertTrue(!sets || Runtime.version().feature() < 23);
  }
}
