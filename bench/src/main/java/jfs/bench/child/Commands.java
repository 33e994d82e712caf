package jfs.bench.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The commands on standard input, and the answers to them. A thread of its own reads the commands,
 * so that the program ends when the harness does, even if its other threads are blocked.
 */
public final class Commands {

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private Commands() {}

  static Commands open() {
    Commands commands = new Commands();
    Thread reader = new Thread(commands::read, "commands");
    reader.setDaemon(true);
    reader.start();
    return commands;
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      fail(e);
    }
    System.exit(0);
  }

  /** The next command's words. */
  String[] next() throws InterruptedException {
    return lines.take().split(" ", -1);
  }

  static void answer(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** Ends the program because a thread of it failed. */
  public static void fail(Throwable failure) {
    failure.printStackTrace();
    System.exit(1);
  }
}
