package jfs.agent.install;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.security.ProtectionDomain;
import java.util.function.BiConsumer;
import java.util.function.Function;
import jfs.core.config.Log;

/**
 * The classes of JFS that a JVM's first pair needs, some 200, which the build puts into one entry
 * of the agent's jar; it takes them from the list {@code agent/src/bundle/first-pair-classes.txt}.
 * To define them from there takes a quarter of the time that the class loader takes to find them.
 */
public final class FirstPairClasses {

  /**
   * For each class its name, as {@link DataInputStream#readUTF} reads it, the length of its class
   * file in four bytes, and its class file.
   */
  private static final String BUNDLE = "META-INF/jfs/first-pair.classes";

  /** No class file of JFS's is so large. */
  private static final int LARGEST = 1 << 18;

  /** A class of each part of JFS that has some in the bundle. */
  private static final String[] EXAMPLES = {
    "jfs.agent.socket.SocketPart",
    "jfs.core.transport.FirstUse",
    "jfs.natives.NativeServices",
    "jfs.rdma.RdmaOptions",
    "jfs.shm.ShmProvider",
  };

  /**
   * Of this class. Both are written once, as JFS is put in, before a thread of JFS's reads them.
   */
  private static volatile ProtectionDomain domain;

  /** Defines a class of a name. Null if JFS was not put in. */
  private static volatile BiConsumer<String, byte[]> definer;

  private FirstPairClasses() {}

  /** Takes what defines classes for a protection domain: {@code java.lang.JfsClasses}. */
  static void setDefiner(Function<ProtectionDomain, BiConsumer<String, byte[]>> newDefiner) {
    domain = FirstPairClasses.class.getProtectionDomain();
    definer = newDefiner.apply(domain);
  }

  /**
   * Defines them. What cannot be defined so, the class loader finds when it is needed.
   *
   * @throws OutOfMemoryError if there is no memory for that; it may be tried again
   */
  public static void define() {
    BiConsumer<String, byte[]> with = definer;
    if (with == null) {
      return;
    }
    try {
      if (areOfAgent()) {
        defineAll(with);
      }
    } catch (IOException | RuntimeException | LinkageError | ClassNotFoundException e) {
      Log.debug("classes are loaded one by one", e);
    }
  }

  /** False if the loader finds another copy of JFS first, on the program's own class path. */
  private static boolean areOfAgent() throws ClassNotFoundException {
    for (String name : EXAMPLES) {
      Class<?> example = Class.forName(name, false, FirstPairClasses.class.getClassLoader());
      if (example.getProtectionDomain() != domain) {
        Log.debug("classes are loaded one by one: there is another " + name);
        return false;
      }
    }
    return true;
  }

  /** One by one, for a large array takes a heap more than its size. */
  private static void defineAll(BiConsumer<String, byte[]> with) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(AgentJar.stream(BUNDLE)))) {
      while (true) {
        String name;
        try {
          name = in.readUTF();
        } catch (EOFException e) {
          return;
        }
        int length = in.readInt();
        if (length < 0 || length > LARGEST) {
          throw new IOException("the agent's jar was overwritten");
        }
        byte[] classFile = new byte[length];
        in.readFully(classFile);
        with.accept(name, classFile);
      }
    }
  }
}
