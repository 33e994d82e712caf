package jfs.agent.programs.serial;

import java.io.ObjectStreamClass;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Writes down a graph of objects: each field, and which references lead to the same object. */
final class Dump {

  private static final int DEEPEST = 300;

  private final StringBuilder text = new StringBuilder();
  private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();

  private Dump() {}

  static String of(Object graph) {
    Dump dump = new Dump();
    try {
      dump.add(graph, 0);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return dump.text.toString();
  }

  private void add(Object object, int depth) throws ReflectiveOperationException {
    if (object == null || depth > DEEPEST) {
      text.append(object == null ? "null " : "... ");
      return;
    }
    if (!Proxy.isProxyClass(object.getClass())) {
      Integer before = seen.putIfAbsent(object, seen.size());
      if (before != null) {
        text.append('#').append(before).append(' ');
        return;
      }
    }
    Class<?> type = object.getClass();
    if (object instanceof String || object instanceof Number || object instanceof Enum) {
      text.append(type.getSimpleName()).append(':').append(object).append(' ');
    } else if (object instanceof Class || object instanceof ObjectStreamClass) {
      text.append(object).append(' ');
    } else if (object instanceof Boolean || object instanceof java.util.Date) {
      text.append(type.getSimpleName()).append(object.hashCode()).append(' ');
    } else if (type.isArray()) {
      text.append(type.getName()).append('[');
      addArray(object, depth);
      text.append("] ");
    } else if (Proxy.isProxyClass(type)) {
      text.append("proxy ").append(List.of(type.getInterfaces())).append(' ');
      add(Proxy.getInvocationHandler(object), depth + 1);
    } else if (object instanceof Map<?, ?> map) {
      text.append(type.getSimpleName()).append('{');
      addMap(map, depth);
      text.append("} ");
    } else if (object instanceof Collection<?> collection) {
      text.append(type.getSimpleName()).append('(');
      for (Object element : collection) {
        add(element, depth + 1);
      }
      text.append(") ");
    } else {
      text.append(type.getName()).append('<');
      if (type.getName().startsWith("jfs.")) {
        addFields(object, type, depth);
      }
      text.append("> ");
    }
  }

  private void addArray(Object array, int depth) throws ReflectiveOperationException {
    int length = Array.getLength(array);
    text.append(length).append(' ');
    if (array instanceof Object[] objects) {
      for (Object element : objects) {
        add(element, depth + 1);
      }
      return;
    }
    long sum = 0;
    for (int i = 0; i < length; i++) {
      sum = 31 * sum + bits(Array.get(array, i));
    }
    text.append(sum);
  }

  /** The raw bits: not every number that is none looks the same. */
  private static long bits(Object primitive) {
    if (primitive instanceof Float f) {
      return Float.floatToRawIntBits(f);
    }
    if (primitive instanceof Double d) {
      return Double.doubleToRawLongBits(d);
    }
    return primitive.hashCode();
  }

  /** In an order that does not depend on hash codes of objects. */
  private void addMap(Map<?, ?> map, int depth) throws ReflectiveOperationException {
    List<Object> keys = new ArrayList<>(map.keySet());
    keys.sort(Comparator.comparing(Dump::name));
    for (Object key : keys) {
      add(key, depth + 1);
      add(map.get(key), depth + 1);
    }
  }

  private static String name(Object key) {
    return key instanceof String || key instanceof Number
        ? key.toString()
        : key == null ? "" : key.getClass().getName();
  }

  private void addFields(Object object, Class<?> type, int depth)
      throws ReflectiveOperationException {
    for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          continue;
        }
        field.setAccessible(true);
        text.append(field.getName()).append('=');
        if (field.getType().isPrimitive()) {
          text.append(bits(field.get(object))).append(' ');
        } else {
          add(field.get(object), depth + 1);
        }
      }
    }
  }
}
