package java.io;

import java.lang.ref.SoftReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import jdk.internal.misc.Unsafe;

/**
 * How JFS makes the objects of one class from a stream whose descriptions fit the class as it is
 * here. It lives as long as its class, from which alone it is reachable; it is immutable, and any
 * thread may use it. A plan for a class of the JDK's for which JFS has code is of one stream alone,
 * and used as that stream is, by one thread at a time.
 */
final class JfsReadPlan {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  /** Stands for: the JDK makes these objects. */
  static final JfsReadPlan OF_JDK = new JfsReadPlan();

  /** The plan of the stream that was last read, for each class. */
  private static final ClassValue<Holder> PLANS =
      new ClassValue<>() {
        @Override
        protected Holder computeValue(Class<?> type) {
          return new Holder();
        }
      };

  private static final class Holder {
    volatile JfsReadPlan plan;

    /** Whether the JDK makes all objects of the class, however a stream describes it. */
    volatile boolean isOfJdk;

    /**
     * Of the stream that was last read of those whose descriptions do not fit the class. It has the
     * names that a peer gave, of any number and length, so the JVM may drop it.
     */
    volatile SoftReference<JfsReadPlan> unfit;

    /** The code for a class of the JDK's, once that class was read. */
    volatile JfsHot.Whole whole;
  }

  /** Whether a stream describes a class of the JDK's as its code expects: not asked yet. */
  private static final int UNKNOWN = 0;

  private static final int FITS = 1;
  private static final int DIFFERS = 2;

  final Class<?> type;

  /** The fields of each class, the outermost first. */
  final JfsFields[] slots;

  /** How many bytes of primitive fields, and how many references, all slots have. */
  final int size;

  final int references;

  /** Its code, if it has some; null if the class is one of the JDK's for which JFS has code. */
  final JfsHot.Reading hot;

  /** The code for such a class; or null. */
  private final JfsHot.Whole whole;

  /** One of the constants above. Used as the stream, by one thread at a time. */
  private int fit;

  /** What the JDK has made of the fields of each slot: the same array for each stream. */
  private final ObjectStreamField[][] fields;

  private final Class<?>[] types;

  private JfsReadPlan() {
    type = null;
    slots = new JfsFields[0];
    fields = new ObjectStreamField[0][];
    types = new Class<?>[0];
    size = 0;
    references = 0;
    hot = null;
    whole = null;
  }

  /** For a class for which JFS has code; for one stream alone. */
  private JfsReadPlan(
      Class<?> type, ObjectStreamClass.ClassDataSlot[] layout, JfsHot.Whole whole) {
    this.type = type;
    this.whole = whole;
    slots = new JfsFields[0];
    fields = new ObjectStreamField[][] {layout[layout.length - 1].desc.getFields(false)};
    types = new Class<?>[0];
    size = 0;
    references = 0;
    hot = null;
  }

  /**
   * For a class whose fields are to be set, or one to be left to the JDK.
   *
   * @param slots the fields; null if the descriptions do not fit the class
   */
  private JfsReadPlan(
      Class<?> type, ObjectStreamClass.ClassDataSlot[] layout, JfsFields[] slots) {
    this.type = type;
    this.slots = slots;
    fields = new ObjectStreamField[layout.length][];
    types = new Class<?>[layout.length];
    int bytes = 0;
    int count = 0;
    for (int i = 0; i < layout.length; i++) {
      fields[i] = layout[i].desc.getFields(false);
      types[i] = layout[i].desc.forClass();
      bytes += slots == null ? 0 : slots[i].size;
      count += slots == null ? 0 : slots[i].references.length;
    }
    size = bytes;
    references = count;
    hot = slots == null ? null : new JfsHot.Reading(type, slots);
    whole = null;
  }

  /** The plan for objects that a stream describes so; {@link #OF_JDK} if there is none. */
  static JfsReadPlan of(ObjectStreamClass desc) {
    try {
      Class<?> type = desc.forClass();
      if (type == null || !fits(desc, type)) {
        return OF_JDK;
      }
      ObjectStreamClass.ClassDataSlot[] layout = desc.getClassDataLayout();
      if (JfsHot.isKnown(type)) {
        return isOfLast(layout) ? new JfsReadPlan(type, layout, whole(type)) : OF_JDK;
      }
      Holder holder = PLANS.get(type);
      if (holder.isOfJdk || !isPlain(layout)) {
        return OF_JDK;
      }
      JfsReadPlan plan = holder.plan;
      return plan != null && plan.isOf(layout) ? plan : make(type, layout, holder);
    } catch (IOException | RuntimeException e) {
      return OF_JDK; // the JDK's code says what is wrong, and when
    } catch (LinkageError | InternalError | StackOverflowError | OutOfMemoryError e) {
      return OF_JDK;
    }
  }

  /** Makes a plan, or remembers that there is none: each new stream asks again. */
  private static JfsReadPlan make(
      Class<?> type, ObjectStreamClass.ClassDataSlot[] layout, Holder holder) {
    SoftReference<JfsReadPlan> last = holder.unfit;
    JfsReadPlan unfit = last == null ? null : last.get();
    if ((unfit != null && unfit.isOf(layout)) || UNSAFE.shouldBeInitialized(type)) {
      return OF_JDK; // the class may be initialised another time
    }
    if (!isMadeWithoutConstructor(type)) {
      holder.isOfJdk = true;
      return OF_JDK;
    }
    JfsFields[] slots = new JfsFields[layout.length];
    for (int i = 0; i < layout.length; i++) {
      slots[i] = JfsFields.of(layout[i].desc);
      if (slots[i] == null) {
        holder.unfit = new SoftReference<>(new JfsReadPlan(type, layout, (JfsFields[]) null));
        return OF_JDK;
      }
    }
    JfsReadPlan plan = new JfsReadPlan(type, layout, slots);
    holder.plan = plan;
    return plan;
  }

  private static JfsHot.Whole whole(Class<?> type) {
    Holder holder = PLANS.get(type);
    synchronized (holder) {
      if (holder.whole == null) {
        holder.whole = new JfsHot.Whole(type);
      }
      return holder.whole;
    }
  }

  /** Whether only the last of an object's classes has data in the stream, by a method of its own. */
  private static boolean isOfLast(ObjectStreamClass.ClassDataSlot[] layout) {
    int last = layout.length - 1;
    for (int i = 0; i <= last; i++) {
      ObjectStreamClass slot = layout[i].desc;
      if (!layout[i].hasData
          || slot.forClass() == null
          || slot.hasWriteObjectData() != (i == last)
          || (i < last && (slot.getFields(false).length > 0 || slot.hasReadObjectMethod()))) {
        return false;
      }
    }
    return last >= 0;
  }

  /** Whether the class is one for which JFS has code. */
  boolean isWhole() {
    return whole != null;
  }

  /** The code for such a class; null if there is none yet, or the stream describes it otherwise. */
  JfsWholeCodec whole() {
    JfsWholeCodec code = whole.code;
    if (code == null) {
      whole.count();
    } else if (fit == UNKNOWN) {
      fit = code.fits(fields[0]) ? FITS : DIFFERS;
    }
    return fit == FITS ? code : null;
  }

  /** Whether the class is BigInteger, as a stream describes it that the JDK has written. */
  boolean isOfBigInteger() {
    if (fit == UNKNOWN && type == BigInteger.class) {
      fit = JfsBigIntegerForm.fits(fields[0]) ? FITS : DIFFERS;
    }
    return fit == FITS && type == BigInteger.class;
  }

  private static boolean fits(ObjectStreamClass desc, Class<?> type) throws IOException {
    desc.checkDeserialize();
    return desc.isSerializable()
        && !desc.isExternalizable()
        && !desc.isProxy()
        && !desc.isEnum()
        && !desc.isRecord()
        && desc.isInstantiable()
        && !desc.hasReadResolveMethod()
        && desc.getResolveException() == null
        && type != String.class
        && type != Class.class
        && type != ObjectStreamClass.class;
  }

  /** Whether each class has its data in the stream, and no method that reads it. */
  private static boolean isPlain(ObjectStreamClass.ClassDataSlot[] layout) {
    for (ObjectStreamClass.ClassDataSlot slot : layout) {
      ObjectStreamClass desc = slot.desc;
      if (!slot.hasData
          || desc.hasReadObjectMethod()
          || desc.hasReadObjectNoDataMethod()
          || desc.hasWriteObjectData()
          || desc.forClass() == null) {
        return false;
      }
    }
    return true;
  }

  private boolean isOf(ObjectStreamClass.ClassDataSlot[] layout) {
    boolean same = layout.length == fields.length;
    for (int i = 0; same && i < layout.length; i++) {
      ObjectStreamClass desc = layout[i].desc;
      same = desc.getFields(false) == fields[i] && desc.forClass() == types[i];
    }
    return same;
  }

  /**
   * Whether to make an object of an initialised class runs no code: all its classes but Object are
   * serializable, and no finalizer has to be registered, which Object's constructor does.
   */
  private static boolean isMadeWithoutConstructor(Class<?> type) {
    if (type.isArray()
        || type.isInterface()
        || Modifier.isAbstract(type.getModifiers())) {
      return false;
    }
    for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
      if (!Serializable.class.isAssignableFrom(c) || hasFinalizer(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasFinalizer(Class<?> type) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals("finalize") && method.getParameterCount() == 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Makes an object with no field set.
   *
   * @throws IllegalStateException if that is not possible
   */
  Object newObject() {
    try {
      return UNSAFE.allocateInstance(type);
    } catch (InstantiationException e) {
      throw new IllegalStateException(e); // the plan would not be there
    }
  }
}
