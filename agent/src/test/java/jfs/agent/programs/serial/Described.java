package jfs.agent.programs.serial;

import java.io.ObjectStreamClass;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.TreeMap;

/**
 * Holds the JDK's descriptions of the classes of graphs. The JDK holds them by soft references:
 * once a corrupted stream has taken all memory, the collector may clear one at any time, and a
 * stream that is being written then describes the class a second time.
 */
final class Described {

  private static final Class<?>[] OF_THE_JDK = {
    ArrayList.class,
    BigDecimal.class,
    BigDecimal[].class,
    BigInteger.class,
    Date.class,
    Date[].class,
    Enum.class,
    HashMap.class,
    Integer.class,
    LinkedList.class,
    Number.class,
    Object[].class,
    String.class,
    String[].class,
    TreeMap.class,
    java.lang.reflect.Proxy.class,
    boolean[].class,
    byte[].class,
    char[].class,
    double[].class,
    float[].class,
    int[].class,
    int[][].class,
    long[].class,
    short[].class
  };

  private static final List<ObjectStreamClass> HELD = new ArrayList<>();

  private Described() {}

  /** Has the descriptions held for as long as the program runs. */
  static void hold() {
    Arrays.stream(OF_THE_JDK).forEach(Described::hold);
    Arrays.stream(Shapes.class.getDeclaredClasses()).forEach(Described::hold);
    hold(Shapes.Node[].class);
    hold(Graphs.proxy(new Shapes.Handler()).getClass());
  }

  private static void hold(Class<?> type) {
    HELD.add(ObjectStreamClass.lookupAny(type));
  }
}
