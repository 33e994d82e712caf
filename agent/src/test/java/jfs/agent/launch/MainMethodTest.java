package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Classes that {@code run} cannot start. */
class MainMethodTest {

  private static final int MAJOR_VERSION = 7;

  /** A program's class that a method of another one needs. */
  private static final class Missing {}

  /** A program. */
  static final class Needing {
    public static void main(String[] arguments) {
      take(null);
    }

    static void take(Missing missing) {
      assertEquals(null, missing);
    }
  }

  /** Has the program's classes, but for the missing one. */
  private static final class Programs extends ClassLoader {
    private final boolean newer;

    /**
     * Makes one.
     *
     * @param newer whether for a Java that is to come
     */
    Programs(boolean newer) {
      super(MainMethodTest.class.getClassLoader());
      this.newer = newer;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals(Missing.class.getName())) {
        throw new ClassNotFoundException(name);
      }
      if (!name.equals(Needing.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] code = in.readAllBytes();
        code[MAJOR_VERSION] = newer ? (byte) 100 : code[MAJOR_VERSION];
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static String failure(boolean newer) {
    String name = Needing.class.getName();
    String said =
        assertThrows(CommandException.class, () -> MainMethod.of(name, new Programs(newer)))
            .getMessage();
    String start = "cannot load main class " + name + ": ";
    assertTrue(said.startsWith(start), said);
    return said.substring(start.length());
  }

  @Test
  void theClassThatIsMissingIsNamed() {
    String missing = Missing.class.getName().replace('.', '/');
    assertEquals("NoClassDefFoundError: " + missing, failure(false));
  }

  @Test
  void aClassForANewerJavaIsCalledThat() {
    String said = failure(true);
    assertTrue(said.startsWith("UnsupportedClassVersionError: "), said);
  }

  @Test
  void aClassThatIsNotThereIsAWrongCommandLine() {
    assertEquals(
        "could not find or load main class no.Such",
        assertThrows(UsageException.class, () -> MainMethod.of("no.Such", new Programs(false)))
            .getMessage());
  }
}
