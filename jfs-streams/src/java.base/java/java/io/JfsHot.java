package java.io;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Has code made for a plan that is used much, on a thread of JFS's: the first use of what makes it
 * takes tens of milliseconds, and the JVM compiles again what it has compiled. To the one that makes it this looks like any {@link Supplier} of what
 * the plan says, and {@link Consumer} of a class file.
 *
 * @param <C> the kind of code
 */
abstract class JfsHot<C> implements Supplier<Object[]>, Consumer<byte[]> {

  /** After so many objects code is worth being loaded that is there. */
  private static final int OBJECTS_OF_JDK = 5000;

  /**
   * How many fields may be in one method. Those of each object of a deep graph are on the stack at
   * once, where the JDK has them on the heap.
   */
  private static final int MOST_FIELDS = 40;

  /** Classes of the JDK for which JFS has code, and what the names of that begin with. */
  private static final String[] KNOWN = {
    "java.math.BigInteger", "JfsBigInteger",
    "java.math.BigDecimal", "JfsBigDecimal",
    "java.util.Date", "JfsDate"
  };

  private final Class<?> type;

  /** What code is made of; null where there is none, or it is there already. */
  private final JfsFields[] slots;

  /** The name of the code that is there already; or null. */
  private final String known;

  /** After so many objects code is wanted. */
  private final int wanted;

  /** How many objects there were. A race loses some. */
  private int objects;

  /** The code, once there is some. Written once, by the thread that makes it. */
  volatile C code;

  /**
   * For one class.
   *
   * @param slots what code can be made of; or null
   * @param ending if JFS has code for the class, what its name ends with; or null
   */
  JfsHot(Class<?> type, JfsFields[] slots, String ending) {
    this.type = type;
    this.slots = slots;
    known = ending == null ? null : known(type, ending);
    int worthMaking = JfsStreams.worthMaking();
    wanted = known == null ? worthMaking : Math.min(OBJECTS_OF_JDK, worthMaking);
    if (known == null && (slots == null || JfsFields.count(slots) > MOST_FIELDS)) {
      objects = wanted; // never
    }
  }

  private static String known(Class<?> type, String ending) {
    if (type.getClassLoader() == null) {
      for (int i = 0; i < KNOWN.length; i += 2) {
        if (type.getName().equals(KNOWN[i])) {
          return KNOWN[i + 1] + ending;
        }
      }
    }
    return null;
  }

  /** Whether JFS has code for a class of the JDK's. */
  static boolean isKnown(Class<?> type) {
    return known(type, "") != null;
  }

  /** One more object was served without code. */
  void count() {
    if (objects < wanted && ++objects == wanted) {
      JfsStreams.compile(this);
    }
  }

  /**
   * What the code is to do; or only the name of code that is there. The abstract class that it extends, whether the fields of an object are
   * set although a class is missing, where the bytes of an array begin; and for each slot its size,
   * the kinds and offsets of its primitive fields, the offsets of its references, whether each has
   * a type to be checked, and whether it is unshared.
   */
  @Override
  public Object[] get() {
    if (known != null) {
      return new Object[] {known};
    }
    Object[] all = new Object[3 + slots.length];
    all[0] = isOfReading();
    all[1] = JfsStreams.setsWithoutClass();
    all[2] = JfsArrays.BYTES;
    for (int i = 0; i < slots.length; i++) {
      all[3 + i] = slots[i].describe();
    }
    return all;
  }

  /** Takes the class file, whose class data are the object's class and the types to be checked. */
  @Override
  @SuppressWarnings("unchecked")
  public void accept(byte[] classFile) {
    Object[] classData = new Object[1];
    classData[0] = type;
    for (JfsFields slot : slots == null ? new JfsFields[0] : slots) {
      for (Class<?> checked : slot.types) {
        if (checked != null) {
          classData = Arrays.copyOf(classData, classData.length + 1);
          classData[classData.length - 1] = checked;
        }
      }
    }
    try {
      C made =
          (C)
              MethodHandles.lookup()
                  .defineHiddenClassWithClassData(classFile, classData, true)
                  .lookupClass()
                  .getDeclaredConstructor()
                  .newInstance();
      JfsOverrides.prepare();
      if (agrees(made)) {
        code = made;
      }
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether code does what the JDK does here. */
  abstract boolean agrees(C made) throws IOException;

  abstract boolean isOfReading();

  /** For {@link JfsWriteCodec}. */
  static final class Writing extends JfsHot<JfsWriteCodec> {

    Writing(Class<?> type, JfsFields[] slots, boolean isOrdinary) {
      super(type, slots, isOrdinary ? "Output" : null);
    }

    @Override
    boolean agrees(JfsWriteCodec made) throws IOException {
      return made.agrees();
    }

    @Override
    boolean isOfReading() {
      return false;
    }
  }

  /** For {@link JfsReadCodec}. */
  static final class Reading extends JfsHot<JfsReadCodec> {

    Reading(Class<?> type, JfsFields[] slots) {
      super(type, slots, null);
    }

    @Override
    boolean agrees(JfsReadCodec made) {
      return true;
    }

    @Override
    boolean isOfReading() {
      return true;
    }
  }

  /** For {@link JfsWholeCodec}. */
  static final class Whole extends JfsHot<JfsWholeCodec> {

    Whole(Class<?> type) {
      super(type, null, "Input");
    }

    @Override
    boolean agrees(JfsWholeCodec made) {
      return true;
    }

    @Override
    boolean isOfReading() {
      return true;
    }
  }
}
