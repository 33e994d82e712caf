package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A JVM that was started. It lives no longer than its deadline. */
final class RunningJvm implements AutoCloseable {

  /** A hundred times the time that a program here takes, and less than a test case may take. */
  static final int DEADLINE_SECONDS = 45;

  /** How many times as long everything may take: on an emulated machine, for example. */
  static final int PATIENCE = Integer.getInteger("jfs.test.patience", 1);

  private static final int JCMD_SECONDS = 20;

  /** The beginning of the output of a JVM that ends by a fault of its own. */
  private static final String CRASH = "#";

  private final Path err = Files.createTempFile("jfs-child", ".err");
  private final Process process;
  private final CompletableFuture<?> deadline;
  private final BufferedReader out;
  private final Writer in;

  RunningJvm(ProcessBuilder builder, int deadlineSeconds) throws IOException {
    process = builder.redirectError(err.toFile()).start();
    // A thread that waits for the process then sees end of file on its output.
    deadline =
        process
            .onExit()
            .orTimeout(patienceNanos(deadlineSeconds), TimeUnit.NANOSECONDS)
            .exceptionally(timeout -> process.destroyForcibly());
    out = process.inputReader(StandardCharsets.UTF_8);
    in = process.outputWriter(StandardCharsets.UTF_8);
  }

  /** How long to wait for something that takes no more than so many seconds elsewhere. */
  static long patienceNanos(int seconds) {
    return TimeUnit.SECONDS.toNanos((long) PATIENCE * seconds);
  }

  String pid() {
    return Long.toString(process.pid());
  }

  /** Waits for a line on standard output and answers it. */
  String readLine() throws IOException {
    String line = out.readLine();
    assertNotNull(line, this::errSoFar);
    return line;
  }

  /** Waits for a certain line on standard output. */
  void expect(String line) throws IOException {
    String said = out.readLine();
    if (said != null && said.startsWith(CRASH)) {
      // Standard error says why, until the JVM's end.
      process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join();
    }
    assertEquals(line, said, this::errSoFar);
  }

  /** Sends it a signal, by its name. */
  void signal(String name) throws IOException, InterruptedException {
    assertEquals(0, new ProcessBuilder("kill", "-" + name, pid()).start().waitFor());
  }

  /**
   * Stops it, and waits until every thread has stopped: the signal alone says only that they will.
   */
  void stop() throws IOException, InterruptedException {
    signal("STOP");
    awaitAll('T');
  }

  /** Waits until no thread has anything to do. */
  void awaitSleep() {
    awaitAll('S');
  }

  private void awaitAll(char state) {
    while (!areAll(state)) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private boolean areAll(char state) {
    try (Stream<Path> threads = Files.list(Path.of("/proc", pid(), "task"))) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        // The state follows the name, which is in brackets; see proc(5).
        if (stat.charAt(stat.lastIndexOf(')') + 2) != state) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      assertTrue(process.isAlive(), this::errSoFar);
      return false; // a thread has just ended
    }
  }

  /** Ends it as the kernel ends a process, and waits until the kernel has. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Writes a line to standard input. */
  void send(String line) throws IOException {
    in.write(line + "\n");
    in.flush();
  }

  /** Closes standard input, takes the rest of the output, and waits for the end. */
  Exit waitForExit() throws IOException, InterruptedException {
    in.close();
    StringBuilder rest = new StringBuilder();
    for (int c = out.read(); c >= 0; c = out.read()) {
      rest.append((char) c);
    }
    int code = process.waitFor();
    deadline.join();
    return new Exit(code, rest.toString(), errSoFar());
  }

  boolean hasEnded() {
    return !process.isAlive();
  }

  String errSoFar() {
    try {
      return Files.readString(err);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /**
   * Where each of its threads is, by the kernel, and by the JVM if it answers: for a test that has
   * waited in vain.
   */
  String whereabouts() throws IOException, InterruptedException {
    StringBuilder all =
        new StringBuilder("process " + pid() + (hasEnded() ? " has ended\n" : "\n"));
    try (Stream<Path> threads = Files.list(Path.of("/proc", pid(), "task"))) {
      for (Path thread : threads.toList()) {
        for (String file : List.of("comm", "stat", "wchan", "syscall")) {
          all.append(file.equals("comm") ? "" : " | ").append(contents(thread.resolve(file)));
        }
        all.append('\n');
      }
    } catch (IOException e) {
      all.append(e).append('\n');
    }
    Path print = Files.createTempFile("jfs-threads", ".txt");
    try {
      Process jcmd =
          new ProcessBuilder(
                  Jdk.THIS.java().resolveSibling("jcmd").toString(), pid(), "Thread.print")
              .redirectErrorStream(true)
              .redirectOutput(print.toFile())
              .start();
      if (!jcmd.waitFor(JCMD_SECONDS, TimeUnit.SECONDS)) {
        jcmd.destroyForcibly().waitFor();
        all.append("no answer to jcmd\n");
      }
      return all + contents(print);
    } finally {
      Files.delete(print);
    }
  }

  private static String contents(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return e.toString(); // a thread that has ended meanwhile
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.delete(err);
  }
}
