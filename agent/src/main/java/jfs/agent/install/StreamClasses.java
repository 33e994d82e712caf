package jfs.agent.install;

import java.io.IOException;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Constructor;
import java.util.function.Consumer;
import jfs.streams.CodeMaker;

/**
 * Defines JFS's classes in {@code java.io}, when the JVM loads the first class of the JDK's object
 * streams. On the thread that loads that class, which holds no lock of JFS's, one at a time.
 */
final class StreamClasses implements CodeMaker.Files {

  private static final String FOLDER = "META-INF/jfs/";

  /** Used by both streams. */
  static final String[] COMMON = {
    "JfsStreams",
    "JfsPreparation",
    "JfsArrays",
    "JfsOverrides",
    "JfsOverrides$1",
    "JfsFields",
    "JfsHot",
    "JfsHot$Writing",
    "JfsHot$Reading",
    "JfsHot$Whole"
  };

  /** Those that are no nest mates. */
  static final String[] OUTPUT_OTHERS = {
    "JfsWriteCodec",
    "JfsOutputState",
    "JfsRmi",
    "JfsRmi$1",
    "JfsWritePlan",
    "JfsWritePlan$1",
    "JfsWritePlan$Holder"
  };

  static final String[] INPUT_OTHERS = {
    "JfsReadCodec",
    "JfsWholeCodec",
    "JfsBigIntegerForm",
    "JfsReadPlan",
    "JfsReadPlan$1",
    "JfsReadPlan$Holder"
  };

  /** Those that are read once a program has need of them: see {@link #read(String)}. */
  static final String[] ON_DEMAND = {
    "JfsBigIntegerOutput",
    "JfsBigIntegerInput",
    "JfsBigDecimalOutput",
    "JfsBigDecimalInput",
    "JfsDateOutput",
    "JfsDateInput"
  };

  /**
   * After so many objects of a class its code is worth making. It saves some ten nanoseconds an
   * object; to make the first takes tens of milliseconds, and the JVM then compiles again.
   */
  static final int WORTH_MAKING = 2_000_000;

  private final Lookup lookup;
  private final Consumer<java.lang.reflect.AccessibleObject> opener;
  private final int worthMaking;
  private final JdkMembers members = new JdkMembers();
  private final CodeMaker compiler = new CodeMaker(this);
  private Consumer<Object[]> streams;

  /**
   * Prepares; defines nothing yet.
   *
   * @param lookup one to which the package is open
   * @param opener makes a member of the package accessible
   * @param worthMaking after how many objects of a class its code is made
   */
  StreamClasses(
      Lookup lookup, Consumer<java.lang.reflect.AccessibleObject> opener, int worthMaking) {
    this.lookup = lookup;
    this.opener = opener;
    this.worthMaking = worthMaking;
  }

  /**
   * Defines what the stream that is written needs.
   *
   * @throws IllegalArgumentException if this JDK is not as expected; nothing was defined then
   */
  void defineForOutput() throws Exception {
    byte[][] all = read(StreamPatches.OUTPUT, StreamPatches.OUTPUT_MATES, OUTPUT_OTHERS);
    // As the JDK's class asks for it first, all that it is to call has to be there.
    defineCommon();
    define(all);
  }

  /**
   * Defines what the stream that is read needs.
   *
   * @param setsWithoutClass what {@link StreamPatches#setsWithoutClass} says
   * @throws IllegalArgumentException if this JDK is not as expected; nothing was defined then
   */
  void defineForInput(boolean setsWithoutClass) throws Exception {
    byte[][] all = read(StreamPatches.INPUT, StreamPatches.INPUT_MATES, INPUT_OTHERS);
    defineCommon();
    streams.accept(new Object[] {compiler, worthMaking, setsWithoutClass});
    define(all);
  }

  /** Reads and checks classes, of which the first are to be nest mates of a stream. */
  private byte[][] read(String host, String[] mates, String[] others) throws Exception {
    String[] entries = new String[mates.length + others.length];
    for (int i = 0; i < mates.length; i++) {
      entries[i] = FOLDER + mates[i].substring(mates[i].lastIndexOf('/') + 1) + ".class";
    }
    for (int i = 0; i < others.length; i++) {
      entries[mates.length + i] = FOLDER + others[i] + ".class";
    }
    byte[][] all = AgentJar.read(entries);
    for (int i = 0; i < all.length; i++) {
      members.check(all[i]);
      if (i < mates.length) {
        all[i] = StreamPatches.mate(all[i], host);
      }
    }
    return all;
  }

  @SuppressWarnings("unchecked") // JfsStreams, in the JDK's loader
  private void defineCommon() throws Exception {
    if (streams != null) {
      return;
    }
    String[] entries = new String[COMMON.length];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = FOLDER + COMMON[i] + ".class";
    }
    byte[][] all = AgentJar.read(entries);
    for (byte[] one : all) {
      members.check(one);
    }
    Class<?> first = define(all[0]);
    for (int i = 1; i < all.length; i++) {
      define(all[i]);
    }
    Constructor<?> constructor = first.getDeclaredConstructor();
    opener.accept(constructor);
    streams = (Consumer<Object[]>) constructor.newInstance();
    streams.accept(new Object[] {compiler, worthMaking});
  }

  /** On the thread of the one that makes code. */
  @Override
  public byte[] read(String name) throws IOException {
    byte[] classFile = AgentJar.read(FOLDER + name + ".class")[0];
    new JdkMembers().check(classFile);
    return classFile;
  }

  private void define(byte[][] all) throws IllegalAccessException {
    for (byte[] one : all) {
      define(one);
    }
  }

  private Class<?> define(byte[] classFile) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(Serializable.class, lookup).defineClass(classFile);
  }
}
