package jfs.agent.programs.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamConstants;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Date;
import java.util.Random;

/**
 * Writes random graphs, reads them again, and reads them corrupted. Prints what came of each: the
 * bytes, the objects, the calls of filters, the exceptions.
 *
 * <p>Arguments: the first seed, how many graphs, how many corruptions of each.
 */
@SuppressWarnings({"StatementSwitchToExpressionSwitch", "JavaUtilDate"})
public final class StreamGraphs {

  private StreamGraphs() {}

  public static void main(String[] arguments) throws Exception {
    long first = Long.parseLong(arguments[0]);
    int graphs = Integer.parseInt(arguments[1]);
    int corruptions = Integer.parseInt(arguments[2]);
    Described.hold();
    makeHot();
    for (long seed = first; seed < first + graphs; seed++) {
      play(seed, corruptions);
    }
  }

  /** JFS has code made for classes of which there are many objects. */
  private static void makeHot() throws Exception {
    Object[] many = new Object[4000];
    for (int i = 0; i < many.length; i += 4) {
      many[i] = new Shapes.Node();
      many[i + 1] = new Date(i);
      many[i + 2] = new BigDecimal(i);
      many[i + 3] = BigInteger.valueOf(-i);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(many);
    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }

  private static void play(long seed, int corruptions) throws Exception {
    Random random = new Random(seed);
    Graphs graphs = new Graphs(random);
    Object[] some = new Object[1 + random.nextInt(3)];
    for (int i = 0; i < some.length; i++) {
      some[i] = graphs.graph(random.nextInt(random.nextInt(20) == 0 ? 600 : 60));
    }
    Outputs outputs = new Outputs(random);
    byte[] bytes = outputs.write(some);
    String said = outputs.failures();
    print(seed, "written", bytes.length + " " + Arrays.hashCode(bytes) + " " + said);
    print(seed, "read", Inputs.read(bytes, random.nextLong()));
    byte[] older = renamed(renamed(bytes, "Thing1", "Thing2"), "Below1", "Below2");
    print(seed, "evolved", Inputs.read(older, random.nextLong()));
    for (int i = 0; i < corruptions; i++) {
      print(seed, "corrupt " + i, Inputs.read(corrupted(bytes, random), random.nextLong()));
    }
  }

  private static void print(long seed, String what, String said) {
    // All of it for one who looks for a difference: the seeds tell where it is.
    String shown = Boolean.getBoolean("verbose") ? said : Integer.toString(said.hashCode());
    System.out.println(seed + " " + what + " " + shown);
  }

  private static byte[] renamed(byte[] bytes, String from, String to) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.replace("$" + from, "$" + to).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] corrupted(byte[] bytes, Random random) {
    byte[] copy = bytes.clone();
    switch (random.nextInt(5)) {
      case 4: // references to what is not there, or just before the first handle
        int at = random.nextInt(copy.length);
        while (at < copy.length && copy[at] != ObjectStreamConstants.TC_REFERENCE) {
          at++;
        }
        if (at + 5 <= copy.length) {
          int handle = ObjectStreamConstants.baseWireHandle + random.nextInt(20) - 2;
          ByteBuffer.wrap(copy).putInt(at + 1, handle);
        }
        return copy;
      case 0:
        return Arrays.copyOf(copy, random.nextInt(copy.length));
      case 1:
        copy[random.nextInt(copy.length)] = (byte) random.nextInt();
        return copy;
      case 2: // codes of types, handles
        copy[random.nextInt(copy.length)] = (byte) (0x70 + random.nextInt(16));
        return copy;
      default:
        copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
        return copy;
    }
  }
}
