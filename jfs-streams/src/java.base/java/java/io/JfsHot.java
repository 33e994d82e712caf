package java.io;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Has code made for a plan that is used much, on a thread of JFS's: the first use of what makes it
 * takes tens of milliseconds. To the one that makes it this looks like any {@link Supplier} of what
 * the plan says, and {@link Consumer} of a class file.
 *
 * @param <C> the kind of code
 */
abstract class JfsHot<C> implements Supplier<Object[]>, Consumer<byte[]> {

  /** After so many objects code is worth making. */
  private static final int OBJECTS = 500;

  /** How many fields may be in one method that the JVM still compiles. */
  private static final int MOST_FIELDS = 100;

  private final Class<?> type;
  private final JfsFields[] slots;

  /** How many objects there were. A race loses some. */
  private int objects;

  /** The code, once there is some. Written once, by the thread that makes it. */
  volatile C code;

  JfsHot(Class<?> type, JfsFields[] slots) {
    this.type = type;
    this.slots = slots;
    if (slots == null || JfsFields.count(slots) > MOST_FIELDS) {
      objects = OBJECTS; // never
    }
  }

  /** One more object was served without code. */
  void count() {
    if (objects < OBJECTS && ++objects == OBJECTS) {
      JfsStreams.compile(this);
    }
  }

  /**
   * What the code is to do: the abstract class that it extends, whether the fields of an object are
   * set although a class is missing, where the bytes of an array begin; and for each slot its size,
   * the kinds and offsets of its primitive fields, the offsets of its references, whether each has
   * a type to be checked, and whether it is unshared.
   */
  @Override
  public Object[] get() {
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
    for (JfsFields slot : slots) {
      for (Class<?> checked : slot.types) {
        if (checked != null) {
          classData = Arrays.copyOf(classData, classData.length + 1);
          classData[classData.length - 1] = checked;
        }
      }
    }
    try {
      code =
          (C)
              MethodHandles.lookup()
                  .defineHiddenClassWithClassData(classFile, classData, true)
                  .lookupClass()
                  .getDeclaredConstructor()
                  .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  abstract boolean isOfReading();

  /** For {@link JfsWriteCodec}. */
  static final class Writing extends JfsHot<JfsWriteCodec> {

    Writing(Class<?> type, JfsFields[] slots) {
      super(type, slots);
    }

    @Override
    boolean isOfReading() {
      return false;
    }
  }

  /** For {@link JfsReadCodec}. */
  static final class Reading extends JfsHot<JfsReadCodec> {

    Reading(Class<?> type, JfsFields[] slots) {
      super(type, slots);
    }

    @Override
    boolean isOfReading() {
      return true;
    }
  }
}
