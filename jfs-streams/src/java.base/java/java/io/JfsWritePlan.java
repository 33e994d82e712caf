package java.io;

/**
 * How JFS writes the objects of one class, or that it leaves them to the JDK. It lives as long as
 * its class, from which alone it is reachable. Immutable but for a hint; any thread may use it.
 */
final class JfsWritePlan {

  /** More bytes of primitive fields than this may not fit into the JDK's buffer of 1,024. */
  private static final int MAX_SIZE = 1000;

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

  /** The fields of each serializable class, the outermost first; null for arrays. */
  final JfsFields[] slots;

  /** Whether objects are left to the JDK. */
  final boolean isForJdk;

  /** Whether RMI's streams may replace objects of the class. */
  final boolean isRemote;

  /** Its code, if it has some. */
  final JfsHot.Writing hot;

  /** A hint: the description's handle in the stream that was last written. Any thread sets it. */
  int hint;

  private JfsWritePlan(
      ObjectStreamClass desc, JfsFields[] slots, boolean isForJdk, boolean isRemote) {
    this.desc = desc;
    this.slots = slots;
    this.isForJdk = isForJdk;
    this.isRemote = isRemote;
    hot = new JfsHot.Writing(desc.forClass(), slots == NONE ? null : slots);
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
      plan = new JfsWritePlan(desc, slots(type, desc), false, JfsRmi.isRemote(type));
    } catch (IOException | IllegalArgumentException e) {
      plan = new JfsWritePlan(desc, NONE, true, true);
    } catch (LinkageError | StackOverflowError | OutOfMemoryError e) {
      return new JfsWritePlan(desc, NONE, true, true); // it may work another time
    }
    synchronized (holder) {
      if (holder.plan == null) {
        holder.plan = plan;
      }
      return holder.plan;
    }
  }

  /**
   * Returns the fields of a class's objects; null for arrays of references.
   *
   * @throws IOException if the JDK would refuse to write them
   * @throws IllegalArgumentException if they are not for JFS
   */
  private static JfsFields[] slots(Class<?> type, ObjectStreamClass desc) throws IOException {
    if (type.isArray()) {
      require(!type.getComponentType().isPrimitive()); // the JDK's code, with JFS beneath it
      return null;
    }
    require(desc.isSerializable() && !desc.isExternalizable() && !desc.hasWriteReplaceMethod());
    require(!desc.isProxy() && !desc.isEnum() && !desc.isRecord());
    require(type != Class.class && type != ObjectStreamClass.class && type != String.class);
    desc.checkSerialize();
    ObjectStreamClass.ClassDataSlot[] layout = desc.getClassDataLayout();
    JfsFields[] slots = new JfsFields[layout.length];
    for (int i = 0; i < layout.length; i++) {
      ObjectStreamClass slot = layout[i].desc;
      require(layout[i].hasData && !slot.hasWriteObjectMethod());
      slot.checkDefaultSerialize();
      slots[i] = new JfsFields(slot);
      require(slots[i].size <= MAX_SIZE);
    }
    return slots;
  }

  private static void require(boolean expected) {
    if (!expected) {
      throw new IllegalArgumentException();
    }
  }
}
