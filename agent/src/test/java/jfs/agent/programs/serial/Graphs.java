package jfs.agent.programs.serial;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Random graphs of objects, the same for the same seed. */
@SuppressWarnings({
  "StatementSwitchToExpressionSwitch",
  "EnumOrdinal",
  "JdkObsolete",
  "JavaUtilDate"
})
final class Graphs {

  private final Random random;
  private final List<Object> made = new ArrayList<>();
  private int budget;

  Graphs(Random random) {
    this.random = random;
  }

  /** A graph of about so many objects. */
  Object graph(int size) {
    made.clear();
    budget = size;
    return any(0);
  }

  private Object any(int depth) {
    budget--;
    if (budget < 0 || depth > 40) {
      return random.nextBoolean() ? null : text();
    }
    if (!made.isEmpty() && random.nextInt(6) == 0) {
      return made.get(random.nextInt(made.size())); // perhaps one that is not complete
    }
    return random.nextInt(3) > 0 ? usual(depth) : random.nextInt(4) > 0 ? other(depth) : odd(depth);
  }

  private <T> T keep(T object) {
    made.add(object);
    return object;
  }

  private Object usual(int depth) {
    switch (random.nextInt(9)) {
      case 0:
        return keep(text());
      case 1:
        return keep(primitives(new Shapes.Primitives()));
      case 2:
        return keep(random.nextInt());
      case 3:
        Shapes.More more = keep(new Shapes.More(any(depth + 1)));
        primitives(more).i = 9;
        more.set(random.nextLong(), text(), (int[]) array(3));
        return more;
      case 4:
        return keep(array(random.nextInt(8)));
      case 5:
        Object[] objects = keep(objects());
        for (int i = 0; i < objects.length; i++) {
          objects[i] = objects instanceof String[] ? text() : any(depth + 1);
        }
        return objects;
      default:
        return node(depth);
    }
  }

  private Shapes.Node node(int depth) {
    Shapes.Node node = keep(new Shapes.Node());
    node.value = random.nextInt();
    node.left = any(depth + 1);
    if (random.nextInt(3) > 0 && budget > 0 && depth < 40) {
      budget--;
      node.right = node(depth + 1);
    }
    return node;
  }

  private Object other(int depth) {
    switch (random.nextInt(18)) {
      case 0:
        Shapes.Custom custom = keep(new Shapes.Custom());
        custom.kept = random.nextInt();
        custom.more = any(depth + 1);
        return custom;
      case 1:
        Shapes.BelowCustom below = keep(new Shapes.BelowCustom());
        below.more = any(depth + 1);
        below.own = any(depth + 1);
        return below;
      case 2:
        return keep(new Shapes.Replaced(any(depth + 1)));
      case 3:
        return keep(new Shapes.External(random.nextInt(), any(depth + 1)));
      case 4:
        return keep(new Shapes.Pair(any(depth + 1), random.nextInt()));
      case 5:
        return Shapes.Color.values()[random.nextInt(2)];
      case 6:
        Shapes.Handler handler = new Shapes.Handler();
        Object proxy = proxy(handler);
        handler.state = any(depth + 1);
        return proxy;
      case 7:
        Shapes.Declared declared = keep(new Shapes.Declared());
        declared.number = random.nextInt();
        declared.alone = random.nextBoolean() ? (int[]) array(3) : null;
        declared.shared = any(depth + 1);
        return declared;
      case 8:
        Shapes.WithBase based = keep(new Shapes.WithBase());
        based.base = random.nextInt();
        based.object = any(depth + 1);
        return based;
      case 9:
        List<Object> list = keep(random.nextBoolean() ? new ArrayList<>() : new LinkedList<>());
        for (int i = random.nextInt(6); i > 0; i--) {
          list.add(any(depth + 1));
        }
        return list;
      case 10:
        HashMap<Object, Object> map = keep(new HashMap<>());
        for (int i = random.nextInt(6); i > 0; i--) {
          map.put(random.nextBoolean() ? text() : random.nextInt(50), any(depth + 1));
        }
        return map;
      case 11:
        return keep(new TreeMap<>(java.util.Map.of(text(), random.nextInt())));
      case 12:
        return keep(
            random.nextInt(4) == 0
                ? new Shapes.Late(random.nextLong())
                : new Date[] {new Date(random.nextLong()), null, new Date(random.nextInt())});
      case 13:
        return keep(integer());
      case 14:
        BigDecimal decimal = keep(new BigDecimal(integer(), random.nextInt(30) - 10));
        return new Object[] {decimal, decimal.unscaledValue()};
      case 15:
        BigDecimal compact = keep(BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), 2));
        return random.nextBoolean() ? compact : new Shapes.Unscaled(compact);
      default:
        return keep(random.nextInt(4) == 0 ? new Shapes.Exact(text().length()) : decimals());
    }
  }

  private BigInteger integer() {
    BigInteger number = new BigInteger(random.nextInt(random.nextInt(9) == 0 ? 3000 : 90), random);
    return random.nextInt(8) == 0
        ? new Shapes.Wide(number.toString())
        : random.nextBoolean() ? number : number.negate();
  }

  /** As in a column of a table. */
  private BigDecimal[] decimals() {
    BigDecimal[] decimals = new BigDecimal[random.nextInt(20)];
    for (int i = 0; i < decimals.length; i++) {
      decimals[i] = BigDecimal.valueOf(random.nextInt(), random.nextInt(4));
    }
    return decimals;
  }

  static Object proxy(Shapes.Handler handler) {
    return Proxy.newProxyInstance(
        Graphs.class.getClassLoader(), new Class<?>[] {Comparable.class}, handler);
  }

  private Object odd(int depth) {
    switch (random.nextInt(10)) {
      case 0:
        return String.class;
      case 1:
        return Shapes.Node[].class;
      case 2:
        return java.io.ObjectStreamClass.lookup(Shapes.Node.class);
      case 3:
        return keep(new Shapes.Finalized());
      case 4:
        Shapes.Thing1 thing = keep(new Shapes.Thing1());
        thing.same = random.nextInt();
        thing.goneToo = any(depth + 1);
        thing.stays = any(depth + 1);
        thing.narrowed = text();
        return thing;
      case 5:
        Shapes.Below1 below = keep(new Shapes.Below1());
        primitives(below);
        below.here = any(depth + 1);
        return below;
      case 6:
        if (random.nextInt(4) == 0) {
          return keep(new Shapes.NotSerializable());
        }
        return keep(new Object[] {text(), made.toArray()});
      case 7:
        Shapes.Failing failing = keep(new Shapes.Failing());
        failing.number = random.nextInt(20) == 0 ? random.nextInt(2) : 2;
        return failing;
      default:
        return keep(new int[random.nextInt(3)][random.nextInt(4)]);
    }
  }

  private Shapes.Primitives primitives(Shapes.Primitives p) {
    p.z = random.nextBoolean();
    p.b = (byte) random.nextInt();
    p.c = (char) random.nextInt();
    p.s = (short) random.nextInt();
    p.i = random.nextInt();
    p.f = Float.intBitsToFloat(random.nextBoolean() ? random.nextInt() : 0x7fc00001);
    p.j = random.nextLong();
    p.d = Double.longBitsToDouble(random.nextBoolean() ? random.nextLong() : -1L);
    return p;
  }

  private Object[] objects() {
    int length = random.nextInt(12);
    switch (random.nextInt(3)) {
      case 0:
        return new String[length];
      default:
        return new Object[length];
    }
  }

  private Object array(int kind) {
    int length = random.nextInt(10) == 0 ? random.nextInt(9000) : random.nextInt(40);
    switch (kind) {
      case 0:
        boolean[] booleans = new boolean[length];
        for (int i = 0; i < length; i++) {
          booleans[i] = random.nextBoolean();
        }
        return booleans;
      case 1:
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
      case 2:
        return text().repeat(length / 20).toCharArray();
      case 3:
        return random.ints(length).toArray();
      case 4:
        return random.longs(length).toArray();
      case 5:
        double[] doubles = new double[length];
        for (int i = 0; i < length; i++) {
          doubles[i] = Double.longBitsToDouble(i % 7 == 0 ? -1L - i : random.nextLong());
        }
        return doubles;
      case 6:
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
          floats[i] = Float.intBitsToFloat(i % 7 == 0 ? -1 - i : random.nextInt());
        }
        return floats;
      default:
        short[] shorts = new short[length];
        for (int i = 0; i < length; i++) {
          shorts[i] = (short) random.nextInt();
        }
        return shorts;
    }
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(30) == 0 ? random.nextInt(3000) : random.nextInt(20);
    char range = (char) (random.nextInt(5) == 0 ? 0xffff : 0x7f);
    for (int i = 0; i < length; i++) {
      text.append((char) (random.nextInt(range) + (range > 0x7f ? 0 : 1)));
    }
    return text.toString();
  }
}
