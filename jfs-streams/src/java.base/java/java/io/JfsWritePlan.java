package java.io;

/**
 * How JFS writes the objects of one class, or that it leaves them to the JDK. It lives as long as
 * its class, from which alone it is reachable. Immutable but for a hint; any thread may use it.
 */
final class JfsWritePlan {

  /** More bytes of primitive fields than this may not fit into the JDK's buffer of 1,024. */
  private static final int MAX_SIZE = 1000;

  /** JFS writes the fields. */
  static final int FIELDS = 0;

  /** JFS writes the elements of an array of references. */
  static final int ELEMENTS = 1;

  /** The JDK's method for each of these kinds of objects. */
  static final int ORDINARY = 2;

  static final int ARRAY = 3;
  static final int ENUM = 4;

  /** The JDK, which has more to ask of the object. */
  static final int JDK = 5;

  private static final JfsFields[] NONE = {};

  private static final ClassValue<Holder> PLANS =
      new ClassValue<>() {
        @Override
        protected Holder computeValue(Class<?> type) {
          return new Holder();
        }
      };

  /** The place of a class's plan, empty until the first of its objects is written. */
  private static final class Holder {
    volatile JfsWritePlan plan;
  }

  /**
   * The description that the JDK writes for the class. While the plan holds it, the JDK's cache
   * cannot lose it: the JDK finds the same one, and writes it once for each stream.
   */
  final ObjectStreamClass desc;

  /** The class whose objects are written so. */
  final Class<?> type;

  /** Who writes the objects: one of the constants of this class. */
  final int way;

  /** The fields of each serializable class, the outermost first; none where JFS writes no fields. */
  final JfsFields[] slots;

  /** Whether RMI's streams may replace objects of the class. */
  final boolean isRemote;

  /** Its code, if it has some. */
  final JfsHot.Writing hot;

  /** A hint: the description's handle in the stream that was last written. Any thread sets it. */
  int hint;

  private JfsWritePlan(Class<?> type, ObjectStreamClass desc, int way, JfsFields[] slots) {
    this.type = type;
    this.desc = desc;
    this.way = way;
    this.slots = slots;
    isRemote = JfsRmi.isRemote(type);
    hot = new JfsHot.Writing(type, way == FIELDS ? slots : null, way == ORDINARY);
  }

  /**
   * The plan for objects of a class that are not strings. Throws what the JDK throws where it looks
   * the class up.
   */
  static JfsWritePlan of(Class<?> type) {
    Holder holder = PLANS.get(type);
    JfsWritePlan plan = holder.plan;
    return plan == null ? make(type, holder) : plan;
  }

  private static JfsWritePlan make(Class<?> type, Holder holder) {
    ObjectStreamClass desc = ObjectStreamClass.lookup(type, true);
    JfsWritePlan plan;
    try {
      int way = way(type, desc);
      JfsFields[] slots = way == ORDINARY ? slots(desc) : null;
      plan =
          slots == null
              ? new JfsWritePlan(type, desc, way, NONE)
              : new JfsWritePlan(type, desc, FIELDS, slots);
    } catch (LinkageError | StackOverflowError | OutOfMemoryError e) {
      return new JfsWritePlan(type, desc, JDK, NONE); // it may work another time
    }
    synchronized (holder) {
      if (holder.plan == null) {
        holder.plan = plan;
      }
      return holder.plan;
    }
  }

  /** Who writes objects of a class if JFS does not write their fields. */
  private static int way(Class<?> type, ObjectStreamClass desc) {
    if (type.isArray()) {
      return type.getComponentType().isPrimitive() ? ARRAY : ELEMENTS;
    }
    if (desc.hasWriteReplaceMethod()
        || type == Class.class
        || type == ObjectStreamClass.class
        || type == String.class) {
      return JDK;
    }
    if (Enum.class.isAssignableFrom(type)) {
      return ENUM;
    }
    return Serializable.class.isAssignableFrom(type) ? ORDINARY : JDK;
  }

  /** The fields of a class's objects; null if they are not for JFS. */
  private static JfsFields[] slots(ObjectStreamClass desc) {
    if (!desc.isSerializable() || desc.isExternalizable() || desc.isProxy() || desc.isRecord()) {
      return null;
    }
    try {
      desc.checkSerialize();
      ObjectStreamClass.ClassDataSlot[] layout = desc.getClassDataLayout();
      JfsFields[] slots = new JfsFields[layout.length];
      for (int i = 0; i < layout.length; i++) {
        ObjectStreamClass slot = layout[i].desc;
        if (!layout[i].hasData || slot.hasWriteObjectMethod()) {
          return null;
        }
        slot.checkDefaultSerialize();
        slots[i] = JfsFields.of(slot);
        if (slots[i] == null || slots[i].size > MAX_SIZE) {
          return null;
        }
      }
      return slots;
    } catch (IOException e) {
      return null; // the JDK's code says what is wrong
    }
  }
}
