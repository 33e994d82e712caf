package jfs.bench.variant;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import jfs.bench.host.BenchException;

/**
 * A measured program in a process of its own. It is told one line at a time and answers with one
 * line; no wait is without a deadline.
 */
final class Child implements AutoCloseable {

  private static final int TAIL_LINES = 20;
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** {@code key=number} words. Whatever else comes does so from a JVM, or from an agent. */
  private static final Pattern ANSWER = Pattern.compile("[a-z0-9-]+=[0-9]+( [a-z0-9-]+=[0-9]+)*");

  private final String name;
  private final Duration patience;
  private final Process process;
  private final Writer in;
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();
  private final Deque<String> tail = new ArrayDeque<>();
  private final Thread errorReader;

  private Child(String name, Duration patience, Process process) {
    this.name = name;
    this.patience = patience;
    this.process = process;
    in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    read("out", process.getInputStream(), line -> answers.add(Optional.of(line)), true);
    errorReader = read("err", process.getErrorStream(), this::remember, false);
  }

  static Child start(String name, List<String> command, Duration patience) {
    try {
      return new Child(name, patience, new ProcessBuilder(command).start());
    } catch (IOException e) {
      throw new BenchException("cannot start " + name + ": " + e.getMessage(), e);
    }
  }

  private Thread read(String what, InputStream stream, Consumer<String> to, boolean marksEnd) {
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                lines.lines().forEach(to);
              } catch (IOException | UncheckedIOException e) {
                remember("(reading its standard " + what + ": " + e.getMessage() + ")");
              } finally {
                if (marksEnd) {
                  answers.add(Optional.empty());
                }
              }
            },
            name + " " + what);
    reader.setDaemon(true);
    reader.start();
    return reader;
  }

  private void remember(String line) {
    synchronized (tail) {
      if (tail.size() == TAIL_LINES) {
        tail.removeFirst();
      }
      tail.addLast(line);
    }
  }

  /** Tells the program a line and awaits its answer. */
  Answer ask(String line) {
    tell(line);
    return answerTo(line);
  }

  /** Tells the program a line. */
  void tell(String line) {
    try {
      in.write(line + "\n");
      in.flush();
    } catch (IOException e) {
      throw failure("does not listen (told '" + line + "')");
    }
  }

  /** Awaits the answer to a line that it was told. */
  Answer answerTo(String line) {
    return answer("to '" + line + "'");
  }

  /** Asks the program for the CPU time that it has used so far. */
  long cpuNanos() {
    return ask("cpu").required("cpu");
  }

  /** Awaits the program's first line. */
  Answer greeting() {
    return answer("at its start");
  }

  private Answer answer(String when) {
    String line = line(when);
    if (!ANSWER.matcher(line).matches()) {
      throw failure("wrote '" + line + "' " + when);
    }
    return Answer.of(line);
  }

  /** The next line, whatever it says. */
  String line(String when) {
    try {
      Optional<String> answer = answers.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
      if (answer == null) {
        throw failure("gave no answer " + when + " in " + patience.toSeconds() + " s");
      }
      return answer.orElseThrow(() -> failure("ended without an answer " + when));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  /** Ends the program and says how it ended, and what it last wrote to standard error. */
  private BenchException failure(String what) {
    String end = waitFor(Duration.ofSeconds(1)) ? ", exit status " + process.exitValue() : "";
    kill();
    return new BenchException(name + " " + what + end + lastWords());
  }

  String name() {
    return name;
  }

  /** What the program last wrote to standard error, to be put behind a message. */
  String lastWords() {
    try {
      errorReader.join(1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (tail) {
      return tail.isEmpty()
          ? "; nothing on its standard error"
          : "; the last lines of its standard error:\n  " + String.join("\n  ", tail);
    }
  }

  /** Lets the program end, with all that it does at its end. */
  void end() {
    closeInput();
    if (!waitFor(GRACE)) {
      throw failure("did not end within " + GRACE.toSeconds() + " s of being told to");
    }
    if (process.exitValue() != 0) {
      throw failure("ended badly");
    }
  }

  /** Ends the program, even if it hangs. */
  @Override
  public void close() {
    closeInput();
    kill();
  }

  private void closeInput() {
    try {
      in.close();
    } catch (IOException e) {
      remember("(closing its standard input: " + e.getMessage() + ")");
    }
  }

  private void kill() {
    process.destroyForcibly();
    waitFor(GRACE);
  }

  private boolean waitFor(Duration time) {
    try {
      return process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
