package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ClassFileTest {

  @Test
  void everyClassOfTheJdkIsReadAndWrittenAsItIs() throws Exception {
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    int classes = 0;
    try (var files = Files.walk(base)) {
      Iterator<Path> each = files.filter(file -> file.toString().endsWith(".class")).iterator();
      while (each.hasNext()) {
        Path file = each.next();
        byte[] original = Files.readAllBytes(file);
        ClassFile read = new ClassFile(original);
        assertEquals(new ClassReader(original).header, read.poolEnd(), file::toString);
        assertArrayEquals(original, read.toBytes(), file::toString);
        classes++;
      }
    }
    assertTrue(classes > 5000, () -> "only a part of java.base was found");
  }

  @Test
  void originalIsNotChanged() throws Exception {
    byte[] original = ClassFiles.ofJdk("java/net/SocketImpl");
    byte[] before = original.clone();
    ClassFile file = new ClassFile(original);
    file.putShort(file.poolEnd(), ~file.unsignedShort(file.poolEnd()));
    file.insert(file.poolEnd(), 4);
    file.toBytes();
    assertArrayEquals(before, original);
  }

  @Test
  void addedMethodrefIsOne() throws Exception {
    ClassFile file = new ClassFile(ClassFiles.ofJdk("java/net/SocketImpl"));
    int first = file.addMethodref("a/B", "m", "(I)V");
    int second = file.addMethodref("c/D", "n", "()La/B;");
    ClassReader read = new ClassReader(file.toBytes());
    assertEquals("a/B.m(I)V", methodref(read, first));
    assertEquals("c/D.n()La/B;", methodref(read, second));
    assertEquals("java/net/SocketImpl", read.getClassName());
  }

  private static String methodref(ClassReader read, int index) {
    char[] buffer = new char[read.getMaxStringLength()];
    int at = read.getItem(index);
    assertEquals(10, read.readByte(at - 1));
    int signature = read.getItem(read.readUnsignedShort(at + 2));
    return (read.readClass(at, buffer) + "." + read.readUTF8(signature, buffer))
        + read.readUTF8(signature + 2, buffer);
  }

  @Test
  void fileWithManyAdditionsIsStillWhole() throws Exception {
    ClassFile file = new ClassFile(ClassFiles.ofJdk("java/net/SocketImpl"));
    int last = 0;
    for (int i = 0; i < 1000; i++) {
      last = file.addMethodref("p/C" + i, "m" + i, "()V");
    }
    assertEquals("p/C999.m999()V", methodref(new ClassReader(file.toBytes()), last));
  }

  @Test
  void additionsThatDoNotFitAreRefused() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, "a/B", null, "java/lang/Object", null);
    int last = 0;
    for (int i = 0; last < 0xfffe - 6; i++) {
      last = writer.newConst(i);
    }
    // A method reference takes six entries; the pool has indices up to 65534.
    ClassFile file = new ClassFile(writer.toByteArray());
    int added = file.addMethodref("c/D", "m", "()V");
    assertEquals(0xfffe, added);
    assertEquals("c/D.m()V", methodref(new ClassReader(file.toBytes()), added));
    assertThrows(IllegalArgumentException.class, () -> file.addMethodref("c/D", "n", "()V"));
  }

  @Test
  void entriesAreToldApart() throws Exception {
    byte[] original = ClassFiles.ofJdk("java/net/SocketImpl");
    ClassFile file = new ClassFile(original);
    int entries = new ClassReader(original).getItemCount();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < entries + 3; i++) { // those beyond the pool are no entries
      // Names of methods and parts of names are no classes.
      assertFalse(file.isClass(i, "accept"));
      assertFalse(file.isClass(i, "java/net/Socket"));
      assertFalse(file.isMethod(i, "java/net/SocketImpl", "<init>", "(Z)V"));
      if (file.isClass(i, "java/net/SocketImpl")) {
        found.add("class");
      }
      if (file.isMethod(i, "sun/nio/ch/NioSocketImpl", "<init>", "(Z)V")) {
        found.add("method");
      }
    }
    assertEquals(List.of("class", "method"), found.stream().sorted().toList());
  }

  @Test
  void garbageIsRefused() throws Exception {
    assertThrows(IllegalArgumentException.class, () -> new ClassFile(new byte[0]));
    assertThrows(IllegalArgumentException.class, () -> new ClassFile(new byte[1000]));
    byte[] noMagic = ClassFiles.ofJdk("java/net/SocketImpl");
    noMagic[0] ^= 1;
    assertThrows(IllegalArgumentException.class, () -> new ClassFile(noMagic));
  }

  @Test
  void truncatedPoolIsRefusedAtEveryLength() throws Exception {
    byte[] whole = ClassFiles.ofJdk("java/net/SocketImpl");
    int poolEnd = new ClassFile(whole).poolEnd();
    for (int length = 0; length < poolEnd; length++) {
      byte[] truncated = Arrays.copyOf(whole, length);
      assertThrows(IllegalArgumentException.class, () -> new ClassFile(truncated), "at " + length);
    }
  }

  @ParameterizedTest
  @ValueSource(bytes = {0, 2, 13, 14, 21, 127, -1})
  void unknownTagIsRefused(byte tag) throws Exception {
    byte[] file = ClassFiles.ofJdk("java/net/SocketImpl");
    file[10] = tag;
    assertThrows(IllegalArgumentException.class, () -> new ClassFile(file));
  }

  @Test
  void emptyPoolIsRefused() {
    byte[] file = ByteBuffer.allocate(24).putInt(0xcafebabe).array();
    assertThrows(IllegalArgumentException.class, () -> new ClassFile(file));
  }
}
