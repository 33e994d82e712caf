package jfs.agent.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code RmiUnderLoad serve FILE} puts a stub there; {@code RmiUnderLoad call FILE} calls it with
 * as many more threads, each with a connection of its own, as each line of its standard input says,
 * until the input ends. Both say "ready" to each line; the client then how many calls have failed.
 */
public final class RmiUnderLoad {

  private static final AtomicLong FAILED = new AtomicLong();
  private static volatile boolean over;

  private RmiUnderLoad() {}

  /** What is called. */
  public interface Adder extends Remote {
    long add(long one, long other) throws RemoteException;
  }

  private static final class LocalAdder implements Adder {
    @Override
    public long add(long one, long other) {
      return one + other;
    }
  }

  public static void main(String[] args) throws Exception {
    System.setProperty("java.rmi.server.hostname", "127.0.0.1");
    Path file = Path.of(args[1]);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    if (args[0].equals("serve")) {
      serve(file, in);
    } else {
      call(file, in);
    }
  }

  private static void serve(Path file, BufferedReader in) throws IOException {
    Adder adder = new LocalAdder();
    Remote stub = UnicastRemoteObject.exportObject(adder, 0);
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(stub);
    }
    System.out.println("ready");
    while (in.readLine() != null) {
      System.out.println("ready");
    }
    UnicastRemoteObject.unexportObject(adder, true);
  }

  private static void call(Path file, BufferedReader in) throws Exception {
    Adder adder;
    try (ObjectInputStream from = new ObjectInputStream(Files.newInputStream(file))) {
      adder = (Adder) from.readObject();
    }
    List<Thread> threads = new ArrayList<>();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      for (int i = Integer.parseInt(line); i > 0; i--) {
        Thread thread = new Thread(() -> call(adder));
        thread.start();
        threads.add(thread);
      }
      System.out.println("ready");
    }
    over = true;
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("failed " + FAILED.get());
  }

  private static void call(Adder adder) {
    for (long i = 0; !over; i++) {
      try {
        if (adder.add(i, 1) != i + 1) {
          FAILED.incrementAndGet();
        }
      } catch (RemoteException | RuntimeException e) {
        FAILED.incrementAndGet();
        e.printStackTrace();
      }
    }
  }
}
