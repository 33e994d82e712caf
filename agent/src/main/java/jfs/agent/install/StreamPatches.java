package jfs.agent.install;

/**
 * The changes that the agent makes to the JDK's object streams. The methods that write and read one
 * object, and those for arrays of primitives and for single bytes, get another name; in their place
 * are methods that call JFS's classes in {@code java.io}, which belong to the streams' nests and so
 * may use their private members. Each throws {@link IllegalArgumentException} if a member is
 * missing, and returns null for a class that has the change already.
 */
final class StreamPatches {

  static final String OUTPUT = "java/io/ObjectOutputStream";
  static final String BLOCK_OUTPUT = "java/io/ObjectOutputStream$BlockDataOutputStream";
  static final String INPUT = "java/io/ObjectInputStream";
  static final String BLOCK_INPUT = "java/io/ObjectInputStream$BlockDataInputStream";
  static final String PEEK_INPUT = "java/io/ObjectInputStream$PeekInputStream";

  /** JFS's classes in the nest of each stream. */
  static final String[] OUTPUT_MATES = {
    "java/io/JfsObjectOutput", "java/io/JfsOutputHandles", "java/io/JfsBlockOutput"
  };

  static final String[] INPUT_MATES = {
    "java/io/JfsObjectInput",
    "java/io/JfsBlockInput",
    "java/io/JfsPeekInput",
    "java/io/JfsHandles",
    "java/io/JfsInputState",
    "java/io/JfsValues"
  };

  /** What the JDK's own methods are called then. */
  static final String SUFFIX = "$jdk";

  /** The field that the agent adds to each stream. */
  static final String STATE = "state$jfs";

  private static final String STATE_TYPE = "Ljava/io/JfsInputState;";
  private static final String OUTPUT_STATE_TYPE = "Ljava/io/JfsOutputState;";

  private static final String WRITES = "(Ljava/lang/Object;Z)V";
  private static final String READS = "(Ljava/lang/Class;Z)Ljava/lang/Object;";

  private static final String[] ARRAYS = {
    "Chars", "([CII)V",
    "Shorts", "([SII)V",
    "Ints", "([III)V",
    "Floats", "([FII)V",
    "Longs", "([JII)V",
    "Doubles", "([DII)V"
  };

  private static final String BYTES = "([BIIZ)V";
  private static final String READS_BYTE = "()I";

  private static final String SETS_FIELDS = "readSerialData";
  private static final String SETS_FIELDS_TYPE = "(Ljava/lang/Object;Ljava/io/ObjectStreamClass;)V";
  private static final String TABLE = "java/io/ObjectInputStream$HandleTable";
  private static final int INVOKEVIRTUAL = 0xb6;

  private StreamPatches() {}

  /** Has the stream that is written call JFS for each object. */
  static byte[] output(byte[] original) {
    ClassFile file = new ClassFile(original);
    ClassMembers members = new ClassMembers(file);
    if (members.hasMethod("writeObject0" + SUFFIX, WRITES)) {
      return null;
    }
    delegate(members, "writeObject0", WRITES, "java/io/JfsObjectOutput", OUTPUT);
    members.addField(ClassMembers.PRIVATE | ClassMembers.TRANSIENT, STATE, OUTPUT_STATE_TYPE);
    members.addNestMembers(OUTPUT_MATES);
    return file.toBytes();
  }

  /** Has its buffer call JFS for each array of primitives. */
  static byte[] blockOutput(byte[] original) {
    return arrays(original, "write", "write", "java/io/JfsBlockOutput", BLOCK_OUTPUT);
  }

  /** Has the stream that is read call JFS for each object. */
  static byte[] input(byte[] original) {
    ClassFile file = new ClassFile(original);
    ClassMembers members = new ClassMembers(file);
    if (members.hasMethod("readObject0" + SUFFIX, READS)) {
      return null;
    }
    delegate(members, "readObject0", READS, "java/io/JfsObjectInput", INPUT);
    delegate(members, "clear", "()V", "java/io/JfsObjectInput", INPUT);
    members.addField(ClassMembers.PRIVATE | ClassMembers.TRANSIENT, STATE, STATE_TYPE);
    members.addNestMembers(INPUT_MATES);
    return file.toBytes();
  }

  /** Has its buffer call JFS for each array of primitives. */
  static byte[] blockInput(byte[] original) {
    return arrays(original, "read", "readFully", "java/io/JfsBlockInput", BLOCK_INPUT);
  }

  /** Has it call JFS for single bytes. */
  static byte[] peekInput(byte[] original) {
    ClassFile file = new ClassFile(original);
    ClassMembers members = new ClassMembers(file);
    if (members.hasMethod("read" + SUFFIX, READS_BYTE)) {
      return null;
    }
    delegate(members, "peek", READS_BYTE, "java/io/JfsPeekInput", PEEK_INPUT);
    delegate(members, "read", READS_BYTE, "java/io/JfsPeekInput", PEEK_INPUT);
    return file.toBytes();
  }

  private static byte[] arrays(
      byte[] original, String verb, String ofBytes, String owner, String self) {
    ClassFile file = new ClassFile(original);
    ClassMembers members = new ClassMembers(file);
    if (members.hasMethod(ofBytes + SUFFIX, BYTES)) {
      return null;
    }
    delegate(members, ofBytes, BYTES, owner, self);
    for (int i = 0; i < ARRAYS.length; i += 2) {
      delegate(members, verb + ARRAYS[i], ARRAYS[i + 1], owner, self);
    }
    return file.toBytes();
  }

  private static void delegate(
      ClassMembers members, String name, String descriptor, String owner, String self) {
    members.delegate(name, descriptor, name + SUFFIX, owner, "L" + self + ";");
  }

  /** Makes one of JFS's classes a nest mate of a stream. */
  static byte[] mate(byte[] own, String host) {
    ClassFile file = new ClassFile(own);
    new ClassMembers(file).setNestHost(host);
    return file.toBytes();
  }

  /**
   * Whether this JDK sets the fields of an object even if the class of something beneath it was not
   * found (JDK-8331224): its code then looks at the table of handles only where it reads a field.
   */
  static boolean setsWithoutClass(byte[] input) {
    ClassFile file = new ClassFile(input);
    Instructions all = new Instructions(MethodCode.of(file, SETS_FIELDS, SETS_FIELDS_TYPE));
    int looks = 0;
    while (all.next()) {
      if (all.is(INVOKEVIRTUAL)
          && file.isMethod(
              file.unsignedShort(all.at() + 1),
              TABLE,
              "lookupException",
              "(I)Ljava/lang/ClassNotFoundException;")) {
        looks++;
      }
    }
    return looks <= 2;
  }
}
