package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import jfs.agent.programs.Prints;
import jfs.agent.programs.RmiCalls;
import jfs.agent.programs.serial.DeepList;
import jfs.agent.programs.serial.SharedStreams;
import jfs.agent.programs.serial.StreamGraphs;
import jfs.agent.programs.serial.Unloading;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Object streams with JFS in them, beside a JVM without JFS. */
class StreamsAgentTest {

  private static final String ON = "streams=on";
  private static final long SEED = Long.getLong("jfs.streams.seed", System.nanoTime());
  private static final int GRAPHS = Integer.getInteger("jfs.streams.graphs", 1_200);
  private static final int GRAPHS_A_JVM = 400;

  /** Code is made after few objects. */
  private static final String HOT = "-Djfs-streams.objects=500";

  @TempDir Path folder;

  /** Traces of exceptions are serialized with them, and have JFS's classes in them. */
  private static ChildJvm graphs(long seed, int graphs, int corruptions) {
    return ChildJvm.of(StreamGraphs.class, seed, graphs, corruptions)
        .with("-Xmx300m", "-XX:-StackTraceInThrowable", HOT);
  }

  @Test
  @Timeout(value = 18, unit = TimeUnit.MINUTES)
  void randomGraphsHaveTheSameBytesObjectsFilterCallsAndExceptions() throws Exception {
    ChildJvm jvm = graphs(1, 400, 10).withTime(120);
    Differential.assertSame(jvm, jvm.withAgent(ON)).assertOk();
  }

  /** Some hundred a JVM, so that each also meets classes for the first time. */
  @Test
  @Tag("full")
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void otherRandomGraphsToo() throws Exception {
    System.out.println("streams: seed " + SEED);
    for (int done = 0; done < GRAPHS; done += GRAPHS_A_JVM) {
      ChildJvm jvm = graphs(SEED + done, GRAPHS_A_JVM, 10).withTime(120);
      Differential.assertSame(jvm, jvm.withAgent(ON)).assertOk();
    }
  }

  @Test
  void listThatTheJdkCanWriteIsNotTooDeep() throws Exception {
    ChildJvm jvm = ChildJvm.of(DeepList.class).with("-Xss1m", HOT);
    Differential.assertSame(jvm, jvm.withAgent(ON)).assertOk();
  }

  @Test
  void remoteCallsGoOn() throws Exception {
    ChildJvm jvm = ChildJvm.of(RmiCalls.class);
    Differential.assertSame(jvm, jvm.withAgent(ON)).assertOk();
  }

  @Test
  void classesThatWereSerializedAreUnloaded() throws Exception {
    ChildJvm jvm =
        ChildJvm.of(Unloading.class, Agent.locationOf(Unloading.class)).with("-Xmx64m", HOT);
    Differential.assertSame(jvm, jvm.withAgent(ON)).assertOk();
  }

  @Test
  void summarySaysThatItIsIn() throws Exception {
    assertEquals("on", streams(Prints.class));
  }

  @Test
  void streamsThatAreLoadedStayTheJdks() throws Exception {
    // The verifier then loads the streams before any agent comes.
    String flag = "-Xverify:all";
    Path file = folder.resolve("summary");
    Exit exit =
        ChildJvm.of(StreamGraphs.class, 1, 5, 0)
            .with(flag)
            .withAgent(ON + ",summary=" + file)
            .run()
            .assertOk();
    assertTrue(exit.assertSaid(1).get(0).contains("object streams stay the JDK's"), exit::err);
    assertTrue(Files.readString(file).contains("\"streams\":\"off: "), Files.readString(file));
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_23)
  void underSecurityManagerTheyStayTheJdks() throws Exception {
    Path policy = folder.resolve("policy");
    Files.writeString(policy, "grant { permission java.security.AllPermission; };\n");
    ChildJvm jvm =
        ChildJvm.of(StreamGraphs.class, 1, 20, 2)
            .with("-XX:-StackTraceInThrowable", "-Djava.security.manager")
            .with("-Djava.security.policy==" + policy);
    Exit without = jvm.run();
    Exit with = jvm.withAgent(ON).run();
    assertEquals(without.out(), with.out());
    assertTrue(with.err().contains("there is a security manager"), with.err());
  }

  /** What the JDK's code does alone is the same as with JFS: this tells that it is not alone. */
  @Test
  void objectsGoThroughJfs() throws Exception {
    Path log = folder.resolve("classes");
    Exit exit =
        ChildJvm.of(CallersSeen.class)
            .with(HOT, "-Xlog:class+load:file=" + log)
            .withAgent(ON)
            .run()
            .assertOk()
            .assertQuiet();
    Set<String> seen = Set.copyOf(exit.out().lines().toList());
    assertTrue(seen.containsAll(CallersSeen.WANTED), exit::out);
    String loaded = Files.readString(log);
    for (String type : List.of("Date", "BigDecimal", "BigInteger")) {
      assertTrue(loaded.contains("java.io.Jfs" + type + "Output"), type);
      assertTrue(loaded.contains("java.io.Jfs" + type + "Input"), type);
    }
  }

  /**
   * Serializes objects until those of its own are written and read by code that was made for them,
   * and prints which classes of JFS it has seen among the callers of what they call.
   */
  static final class CallersSeen {

    static final Set<String> WANTED =
        Set.of(
            "written by java.io.JfsObjectOutput",
            "written by java.io.JfsCode",
            "read by java.io.JfsObjectInput",
            "read by java.io.JfsCode");

    /** Enough for code to be made, and far from what it takes without the flag. */
    private static final int MANY = 600;

    private static final long DEADLINE =
        System.nanoTime() + TimeUnit.SECONDS.toNanos(20L * Integer.getInteger("test.patience", 1));

    private static final Set<String> SEEN = new TreeSet<>();

    /** Leaves all to the streams. */
    private static final class Plain implements Serializable {
      private static final long serialVersionUID = 1;

      @SuppressWarnings("UnusedVariable") // the streams read it
      private final Watching beneath = new Watching();
    }

    /** Is called by the streams. */
    private static final class Watching implements Serializable {
      private static final long serialVersionUID = 1;

      private void writeObject(ObjectOutputStream out) throws IOException {
        noteCallers("written by ");
        out.defaultWriteObject();
      }

      private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        noteCallers("read by ");
        in.defaultReadObject();
      }
    }

    private CallersSeen() {}

    @SuppressWarnings("JavaUtilDate") // JFS has code for it
    public static void main(String[] arguments) throws Exception {
      // Code is made in turn: once that for the program's own class is there, this is as well.
      writeAndRead(MANY, Date::new);
      writeAndRead(MANY, BigDecimal::new);
      writeAndRead(MANY, BigInteger::valueOf);
      writeAndRead(MANY, number -> new Plain());
      while (!SEEN.containsAll(WANTED) && System.nanoTime() < DEADLINE) {
        LockSupport.parkNanos(10_000_000);
        writeAndRead(2, number -> new Plain()); // JFS reads the first one by the JDK's code
      }
      SEEN.forEach(System.out::println);
    }

    private static void writeAndRead(int many, LongFunction<Object> made) throws Exception {
      Object[] objects = LongStream.range(0, many).mapToObj(made).toArray();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(objects);
      new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    private static void noteCallers(String called) {
      StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES)
          .forEach(
              frame -> {
                String name = frame.getClassName();
                if (name.startsWith("java.io.Jfs")) {
                  SEEN.add(called + name.split("/", 2)[0]); // a hidden class's has a number
                }
              });
    }
  }

  private String streams(Class<?> program) throws Exception {
    Path file = folder.resolve("summary");
    ChildJvm.of(program).withAgent(ON + ",summary=" + file).run().assertOk().assertQuiet();
    String line = Files.readString(file).strip();
    String key = "\"streams\":\"";
    int from = line.indexOf(key) + key.length();
    return line.substring(from, line.indexOf('"', from));
  }

  /** A program's mistake, which with the JDK costs an exception. */
  @Test
  void threadsThatShareAStreamCrashNothing() throws Exception {
    Exit exit = ChildJvm.of(SharedStreams.class).with("-Xmx300m", HOT).withAgent(ON).run();
    assertEquals("written\nread\n", exit.assertOk().assertQuiet().out());
  }
}
